// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument

/// A kit in memory, and what was found wrong with it on the way.
public struct LoadedKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// The format of its file.
  public let format: String
  /// The MIDI note of each pad of ``kit``, where the kit says it.
  public let notes: [Int?]
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
  ///
  /// - Parameter adjustments: What the player has otherwise than the kit.
  public static func load(
    path: String, sampleRateHz: Int, adjustments: KitAdjustments = KitAdjustments(),
    memoryLimitBytes: Int = defaultMemoryLimitBytes
  ) throws(KitError) -> LoadedKit {
    var files = SoundFiles()
    let plan = try plan(path: path, adjustments, files: &files)
    var store = SoundStore(sampleRateHz: sampleRateHz)
    for hit in plan.pads.flatMap(\.hits) {
      do {
        try store.make(hit.sound, from: &files)
      } catch {
        throw KitError(
          .unreadable, kit: path, reason: error.description, advice: "try again",
          problems: plan.problems)
      }
      guard store.byteCount <= memoryLimitBytes else {
        throw KitError(
          .unsupported, kit: path, reason: "its sounds take more than \(memoryLimitBytes >> 20) MB",
          advice: "choose a smaller kit")
      }
    }
    let assembly = KitAssembly(plan, store: store)
    return LoadedKit(
      kit: Kit(
        name: plan.name, sampleRateHz: sampleRateHz, pads: assembly.pads, chokes: assembly.chokes,
        memory: assembly.memory),
      format: plan.format.rawValue, notes: plan.pads.map(\.note), problems: plan.problems)
  }

  /// What would be played of the kit at `path`, and what is wrong with it.
  ///
  /// - Parameter adjustments: What the player has otherwise than the kit.
  public static func plan(
    path: String, adjustments: KitAdjustments = KitAdjustments()
  ) throws(KitError) -> KitPlan {
    var files = SoundFiles()
    return try plan(path: path, adjustments, files: &files)
  }

  private static func plan(
    path: String, _ adjustments: KitAdjustments, files: inout SoundFiles
  ) throws(KitError) -> KitPlan {
    let description = try KitReader.describe(path: path).adjusted(adjustments, path: path)
    let (plan, regionCount) = KitPlanner.plan(description, files: &files)
    guard !plan.pads.isEmpty else {
      throw KitError(
        .broken, kit: path,
        reason: regionCount == 0 ? "no sound is named in it" : "none of its sounds can be played",
        advice: regionCount == 0
          ? "check that it is a kit" : "put its sounds where it looks for them",
        problems: plan.problems)
    }
    return plan
  }
}
