// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument

/// A kit in memory, and what was found wrong with it on the way.
public struct LoadedKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// The format of its file.
  public let format: String
  /// The MIDI note of each pad of ``kit``.
  public let notes: [Int]
  /// What is wrong with it although it plays.
  public let problems: [KitProblem]
}

/// Brings kits from disk into sample memory.
public enum KitLoader {
  /// Sample memory that a kit may take unless told otherwise, in bytes: 1 GiB.
  public static let defaultMemoryLimitBytes = 1 << 30

  /// Loads the kit at `path`, its sounds converted to `sampleRateHz`.
  ///
  /// A kit plays as long as one of its sounds does; what is missing is among the problems.
  public static func load(
    path: String, sampleRateHz: Int, memoryLimitBytes: Int = defaultMemoryLimitBytes
  ) throws(KitError) -> LoadedKit {
    var description = try describe(path)
    var problems = description.problems
    var store = SoundStore(sampleRateHz: sampleRateHz)
    var finder = SoundFinder()
    var playable: [KitRegion] = []
    for region in description.regions {
      guard let found = finder.find(region.slice.path, in: Folder.holding(path)) else {
        problems.append(
          KitProblem(
            kind: .missingSound, line: region.line,
            message: "sound '\(region.slice.path)' is missing"))
        continue
      }
      var region = region
      region.slice = KitRegion.Slice(
        path: found, firstFrame: region.slice.firstFrame, lastFrame: region.slice.lastFrame)
      if load(region, into: &store, reporting: &problems) { playable.append(region) }
      guard store.byteCount <= memoryLimitBytes else {
        throw KitError(
          .unsupported, kit: path, reason: "its sounds take more than \(memoryLimitBytes >> 20) MB",
          advice: "choose a smaller kit")
      }
    }
    guard !playable.isEmpty else {
      let isEmpty = description.regions.isEmpty
      throw KitError(
        .broken, kit: path,
        reason: isEmpty ? "no sound is named in it" : "none of its sounds can be played",
        advice: isEmpty ? "check that it is an SFZ file" : "put its sounds where it looks for them",
        problems: problems)
    }
    description.regions = playable
    let layouts = PadLayout.pads(of: playable, reporting: &problems)
    return LoadedKit(
      kit: assemble(description, layouts, store, sampleRateHz: sampleRateHz),
      format: description.format, notes: layouts.map(\.note), problems: problems)
  }

  private static func describe(_ path: String) throws(KitError) -> KitDescription {
    guard path.lowercased().hasSuffix(".sfz") else {
      throw KitError(
        .unsupported, kit: path, reason: "its format is not known",
        advice: "give an SFZ file (NAME.sfz) or a folder with one in it")
    }
    do {
      return try SFZKit.describe(path: path)
    } catch {
      throw KitError(
        error.isMissing ? .missing : .unreadable, kit: path, reason: error.text,
        advice: error.isMissing ? "check the path" : "allow reading it, or give another file")
    }
  }

  private static func load(
    _ region: KitRegion, into store: inout SoundStore, reporting problems: inout [KitProblem]
  ) -> Bool {
    do {
      let replaced = try store.load(region.slice)
      if replaced > 0 {
        problems.append(
          KitProblem(
            kind: .brokenSound, line: region.line,
            message: "\(replaced) samples of '\(region.slice.path)' are no numbers; they are silent"
          ))
      }
      return true
    } catch {
      problems.append(
        KitProblem(kind: .brokenSound, line: region.line, message: error.description))
      return false
    }
  }

  private static func assemble(
    _ description: KitDescription, _ layouts: [PadLayout], _ store: SoundStore, sampleRateHz: Int
  ) -> Kit {
    let assembly = KitAssembly(regions: description.regions, layouts: layouts, store: store)
    return Kit(
      name: description.name, sampleRateHz: sampleRateHz, pads: assembly.pads,
      chokes: assembly.chokes, memory: assembly.memory)
  }
}
