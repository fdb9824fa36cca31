// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Makes a kit of a folder of sounds: drums, layers and variations by the names of the files, else by their loudness.
enum FolderKit {
  /// Endings of sounds that a folder may hold.
  static let soundEndings = ["wav", "aif", "aiff", "flac", "ogg"]
  /// More sounds are no kit.
  static let maximumSounds = 10_000

  private struct Sound {
    let path: String
    let name: SoundName
  }

  /// There are sounds in the folder.
  static func isKit(_ folder: String) -> Bool { !sounds(in: folder).isEmpty }

  /// The kit of the folder at a path.
  static func describe(folder: String) -> KitDescription {
    let whole = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
    var description = KitDescription(
      name: whole.split(separator: "/").last.map(String.init) ?? whole, format: .folder,
      folder: whole)
    let paths = sounds(in: whole)
    if paths.count == maximumSounds {
      description.problems.append(
        KitProblem(
          kind: .tooMuch, line: nil,
          message: "more than \(maximumSounds) sounds; the rest is left out"))
    }
    description.credits = SFZCredits.credits(path: "\(whole)/.")
    var order: [String] = []
    var drums: [String: [Sound]] = [:]
    for path in paths {
      let name = SoundName(stem: Folder.stem(path))
      let drum = "\(Folder.holding(path))/\(name.drum)"
      if drums[drum] == nil { order.append(drum) }
      drums[drum, default: []].append(Sound(path: path, name: name))
    }
    description.pads = order.compactMap { drums[$0].map { pad($0, folder: whole) } }
    return description
  }

  /// Paths of sounds in a folder and the folders in it.
  private static func sounds(in folder: String) -> [String] {
    var sounds: [String] = []
    for name in Folder.names(folder) where !name.hasPrefix(".") {
      if isSound(name) {
        sounds.append(name)
      } else if Folder.exists("\(folder)/\(name)") {
        sounds += Folder.names("\(folder)/\(name)").filter { isSound($0) && !$0.hasPrefix(".") }
          .map { "\(name)/\($0)" }
      }
      if sounds.count >= maximumSounds { return Array(sounds.prefix(maximumSounds)) }
    }
    return sounds
  }

  private static func isSound(_ name: String) -> Bool {
    soundEndings.contains { name.lowercased().hasSuffix(".\($0)") }
  }

  private static func pad(_ sounds: [Sound], folder: String) -> PadDescription {
    let first = sounds[0]
    let own = sounds.count == 1 ? Folder.stem(first.path) : first.name.drum
    let isTelling = own.contains { $0.isLetter }
    let parent = Folder.holding("\(folder)/\(first.path)")
    let name = isTelling ? own : Folder.stem(parent)
    let byName = PadRole(drumName: own)
    var pad = PadDescription(
      name: name,
      role: byName == .other ? PadRole(drumName: Folder.stem(parent)) : byName, note: nil,
      line: SourceLine(file: first.path, number: 1))
    let strengths = strengths(of: sounds)
    let hits = hits(of: sounds)
    for (sound, hit) in zip(sounds, hits) {
      var region = KitRegion(line: SourceLine(file: sound.path, number: 1))
      region.slice = KitRegion.Slice(path: sound.path)
      region.turn = .hit(hit)
      region.strength = sound.name.strength.flatMap { strengths?[$0] } ?? .measured
      pad.regions.append(region)
    }
    return pad
  }

  /// The velocities of each strength that is told; nil where that is not told of all, or is the same of all.
  private static func strengths(of sounds: [Sound]) -> [Int: KitRegion.Strength]? {
    let told = sounds.compactMap(\.name.strength)
    let levels = Set(told).sorted()
    guard told.count == sounds.count, levels.count > 1 else { return nil }
    // Velocities are the upper ends of their layers; without them layers are equally wide.
    let areVelocities =
      sounds.allSatisfy(\.name.isVelocity) && (64...127).contains(levels.last ?? 0)
    var strengths: [Int: KitRegion.Strength] = [:]
    var low = 0
    for (index, level) in levels.enumerated() {
      let isLast = index == levels.count - 1
      let high = isLast ? 127 : areVelocities ? level : 128 * (index + 1) / levels.count - 1
      strengths[level] = .velocities(min(low, 127)...max(min(low, 127), min(high, 127)))
      low = high + 1
    }
    return strengths
  }

  /// Sounds that differ in nothing but the microphone are one hit.
  private static func hits(of sounds: [Sound]) -> [Int] {
    let microphones = Set(sounds.map { $0.name.microphone ?? "" })
    guard microphones.count > 1 else { return Array(sounds.indices) }
    var hits: [[Int]: Int] = [:]
    return sounds.map { sound in
      let key = [sound.name.strength ?? -1] + sound.name.turn
      let hit = hits[key] ?? hits.count
      hits[key] = hit
      return hit
    }
  }
}
