// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Makes a kit of a folder of sounds. The names of the files give drums, layers and variations;
/// otherwise their loudness does.
enum FolderKit {
  /// The endings of sounds in a folder.
  static let soundEndings = ["wav", "aif", "aiff", "flac", "ogg"]
  /// With more sounds it is not a kit.
  static let maximumSounds = Limits.folderSounds
  /// How deep folders in folders are searched.
  static let maximumDepth = Limits.folderDepth
  /// A folder with more files and folders, including those in subfolders, is not a kit.
  static let maximumEntries = Limits.folderEntries

  private struct Sound {
    let path: String
    let name: SoundName
  }

  /// Whether the folder contains sounds, or too much to be sure.
  static func isKit(_ folder: String) -> Bool {
    var search = Search(most: 1, entries: maximumEntries)
    search.look(into: folder)
    return !search.sounds.isEmpty || search.isTooLarge
  }

  /// The kit of the folder at a path.
  static func describe(
    folder: String, atMost maximumEntries: Int = maximumEntries
  ) throws(KitError) -> KitDescription {
    let whole = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
    var description = KitDescription(
      name: whole.split(separator: "/").last.map(String.init) ?? whole, format: .folder,
      folder: whole)
    var search = Search(most: maximumSounds, entries: maximumEntries)
    search.look(into: whole)
    guard !search.isTooLarge else {
      throw KitError(
        .unsupported, kit: folder,
        reason:
          "more than \(maximumEntries) files and folders are in it: it is not the folder of one kit",
        advice: "give the folder that holds the sounds of the kit")
    }
    let paths = search.sounds
    if paths.count == maximumSounds {
      description.problems.append(
        KitProblem(
          kind: .tooMuch, line: nil,
          message: "more than \(maximumSounds) sounds; the rest is left out"))
    }
    if search.isTooDeep {
      description.problems.append(
        KitProblem(
          kind: .tooMuch, line: nil,
          message: "folders more than \(maximumDepth) deep are left out"))
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

  /// Searches a folder and all its subfolders for sounds, each folder once.
  private struct Search {
    let most: Int
    /// Paths relative to the folder.
    private(set) var sounds: [String] = []
    private(set) var isTooDeep = false
    private(set) var isTooLarge = false
    private var entriesLeft: Int
    private var known: Set<Folder.Identity> = []

    /// Stops at `most` sounds, or after this many entries.
    init(most: Int, entries: Int) {
      self.most = most
      entriesLeft = entries
    }

    mutating func look(into folder: String, _ below: String = "", depth: Int = 0) {
      guard let identity = Folder.identity(folder), known.insert(identity).inserted else { return }
      let names = Folder.names(folder, atMost: entriesLeft + 1)
      entriesLeft -= names.count
      isTooLarge = entriesLeft < 0
      for name in names where !name.hasPrefix(".") && sounds.count < most {
        if isTooLarge { return }
        if soundEndings.contains(where: { name.lowercased().hasSuffix(".\($0)") }) {
          sounds.append(below + name)
        } else if Folder.exists("\(folder)/\(name)") {
          if depth == maximumDepth {
            isTooDeep = true
          } else {
            look(into: "\(folder)/\(name)", "\(below)\(name)/", depth: depth + 1)
          }
        }
      }
    }
  }

  private static func pad(_ sounds: [Sound], folder: String) -> PadDescription {
    let first = sounds[0]
    let own = sounds.count == 1 ? Folder.stem(first.path) : first.name.drum
    let hasLetters = own.contains { $0.isLetter }
    // The nearest folder that names a drum.
    let parents =
      first.path.split(separator: "/").dropLast().reversed().map(String.init)
      + [Folder.stem(folder)]
    let role = ([own] + parents).lazy.map { PadRole(drumName: $0) }.first { $0 != .other }
    var pad = PadDescription(
      name: hasLetters ? own : parents[0], role: role ?? .other, note: nil,
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

  /// The velocities of each strength in the names; nil if some names have none, or all have the same.
  private static func strengths(of sounds: [Sound]) -> [Int: KitRegion.Strength]? {
    let numbers = sounds.compactMap(\.name.strength)
    let levels = Set(numbers).sorted()
    guard numbers.count == sounds.count, levels.count > 1 else { return nil }
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

  /// Sounds that differ only in the microphone are one hit.
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
