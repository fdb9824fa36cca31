// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// One instrument of a kit of DrumGizmo: its entry in the kit, and its own file.
struct DrumGizmoInstrument {
  private(set) var pad: PadDescription?
  private(set) var problems: [KitProblem] = []
  /// All sounds are about as loud; velocity is to make the difference.
  private(set) var isNormalised = false
  /// Length of its file.
  private(set) var byteCount = 0

  private let entry: XMLElement
  private let name: String
  private let folder: String
  private let kitLine: SourceLine
  private let channels: Set<String>

  /// The instrument of an `<instrument>` in the kit's file.
  ///
  /// - Parameter channels: The names of the kit's channels; empty if it lists none.
  init(_ entry: XMLElement, folder: String, kitFile: String, channels: Set<String>) {
    self.channels = channels
    self.entry = entry
    self.folder = folder
    name = entry.attributes["name"] ?? ""
    kitLine = SourceLine(file: kitFile, number: entry.line)
  }

  /// Attributes of its file that hold numbers.
  private static let numbers: Set = ["filechannel", "lower", "upper", "power", "probability"]

  /// Reads its file; ``pad`` stays nil if that cannot be done.
  mutating func read(notes: [String: [Int]], _ finder: inout FileFinder, bytesLeft: Int) {
    let relative = (entry.attributes["file"] ?? "").replacingBackslashes
    guard !relative.isEmpty, let path = finder.find(relative, in: folder) else {
      report(.missingInclude, kitLine, "the file '\(relative)' of instrument '\(name)' is missing")
      return
    }
    let bytes: [UInt8]
    do { bytes = try XMLTree.bytes(path: path) } catch {
      report(.missingInclude, kitLine, "cannot read '\(relative)': \(error.text)")
      return
    }
    byteCount = bytes.count
    guard byteCount <= bytesLeft, let document = XMLTree.parse(bytes) else {
      report(.missingInclude, kitLine, "'\(relative)' is not a DrumGizmo instrument")
      return
    }
    if let error = document.error {
      report(.unclearText, SourceLine(file: relative, number: error.line), error.message)
    }
    let root = document.root
    if let own = root.attributes["name"], own != name {
      report(
        .differingSettings, SourceLine(file: relative, number: root.line),
        "the instrument calls itself '\(own)', its kit '\(name)'")
    }
    if let problem = XMLNumbers.problem(in: root, elements: [], attributes: Self.numbers) {
      report(
        problem.kind, SourceLine(file: relative, number: root.line), problem.message)
    }
    let role = PadRole(drumName: name)
    let known = notes[name] ?? []
    let note = known.first { PadRole(generalMIDINote: $0).generalMIDINote == $0 } ?? known.first
    var pad = PadDescription(
      name: name, role: role == .other ? note.map(PadRole.init(generalMIDINote:)) ?? .other : role,
      note: note, line: kitLine)
    // It has no pitch that a note could change.
    pad.zone = KeyZone(known.sorted(), semitonesPerKey: 0)
    pad.regions = regions(root, file: relative)
    self.pad = pad
  }

  private mutating func report(_ kind: KitProblem.Kind, _ line: SourceLine, _ message: String) {
    problems.append(KitProblem(kind: kind, line: line, message: message))
  }

  private mutating func regions(_ root: XMLElement, file: String) -> [KitRegion] {
    let mics = DrumGizmoMicrophones(entry: entry, instrument: root)
    let lost = mics.outputs.filter { !channels.isEmpty && !channels.contains($0.value) }
    for (input, output) in lost.sorted(by: { $0.key < $1.key }) {
      report(
        .unclearText, kitLine,
        "microphone '\(input)' of '\(name)' is left out: the kit has no channel '\(output)'")
    }
    let samples = root.all("samples").flatMap { $0.all("sample") }
    let strengths = Self.strengths(root)
    var regions: [KitRegion] = []
    for (index, sample) in samples.enumerated() {
      // Without any range the power of a sample says how strong it is, or rather how loud it is.
      let ranges =
        strengths.map { $0[sample.attributes["name"] ?? ""] ?? [] } ?? [(.measured, weight: 1)]
      if sample.attributes["normalized"] == "true" { isNormalised = true }
      for (strength, weight) in ranges {
        for sound in sample.all("audiofile")
        where lost[sound.attributes["channel"] ?? ""] == nil {
          guard regions.count < Limits.kitRegions else { return regions }
          var region = region(sound, index, strength, mics, file)
          region.weight = weight
          regions.append(region)
        }
      }
    }
    return regions
  }

  private func region(
    _ sound: XMLElement, _ sample: Int, _ strength: KitRegion.Strength,
    _ mics: DrumGizmoMicrophones, _ file: String
  ) -> KitRegion {
    let path = (sound.attributes["file"] ?? "").replacingBackslashes
    let inFolder = path.hasPrefix("/") || !file.contains("/")
    let channel = Int(min(1e6, max(1, sound.number(attribute: "filechannel") ?? 1)))
    let mic = mics.microphone(sound.attributes["channel"] ?? "")
    var region = KitRegion(
      slice: KitRegion.Slice(
        path: inFolder ? path : "\(Folder.holding(file))/\(path)", channel: channel - 1),
      line: SourceLine(file: file, number: sound.line), strength: strength, turn: .hit(sample),
      gain: mic.gain, pan: mic.pan, response: .squared)
    region.microphone = mic.name
    return region
  }

  /// The velocities of each sample of a file of version 1.0, by its name, with how often it is chosen; nil if there are
  /// none.
  private static func strengths(
    _ root: XMLElement
  ) -> [String: [(strength: KitRegion.Strength, weight: Float)]]? {
    let velocities = root.all("velocities").flatMap { $0.all("velocity") }
    guard !velocities.isEmpty else { return nil }
    var strengths: [String: [(strength: KitRegion.Strength, weight: Float)]] = [:]
    for velocity in velocities {
      let low = min(1, max(0, velocity.number(attribute: "lower") ?? 0)) * 127
      let high = min(1, max(0, velocity.number(attribute: "upper") ?? 1)) * 127
      let first = Int(min(low, high).rounded(.up))
      let last = max(low, high) >= 127 ? 127 : Int(max(low, high).rounded(.up)) - 1
      for reference in velocity.all("sampleref") {
        let weight = reference.number(attribute: "probability") ?? 1
        // A sample that is never to be chosen is left out.
        guard weight > 0 else { continue }
        strengths[reference.attributes["name"] ?? "", default: []]
          .append((.velocities(min(first, last)...max(first, last)), weight: weight))
      }
    }
    return strengths
  }
}

/// The microphones of an instrument of DrumGizmo, folded to stereo.
private struct DrumGizmoMicrophones {
  private var gains: [String: Float] = [:]
  private(set) var outputs: [String: String] = [:]

  init(entry: XMLElement, instrument: XMLElement) {
    let own = instrument.all("channels").flatMap { $0.all("channel") }
    let maps = entry.all("channelmap")
    // If one is marked as the instrument's own, unmarked ones are not.
    let namesMain = (own + maps).contains { $0.attributes["main"] != nil }
    for channel in own {
      guard let name = channel.attributes["name"] else { continue }
      gains[name] = Self.gain(channel, namesMain)
    }
    for map in maps {
      guard let input = map.attributes["in"] else { continue }
      outputs[input] = map.attributes["out"]
      if map.attributes["main"] != nil || gains[input] == nil {
        gains[input] = Self.gain(map, namesMain)
      }
    }
  }

  private static func gain(_ element: XMLElement, _ namesMain: Bool) -> Float {
    !namesMain || element.attributes["main"] == "true" ? 1 : DrumGizmoKit.bleedGain
  }

  /// Pairs that hear the whole kit lie at the sides, all others in the centre.
  func microphone(_ channel: String) -> (name: String, gain: Float, pan: Float) {
    let output = outputs[channel] ?? channel
    let name = output.lowercased()
    let isPair = ["oh", "over", "amb", "room"].contains { name.hasPrefix($0) }
    let side: Float =
      if name.hasSuffix("l") || name.hasSuffix("left") {
        -1
      } else if name.hasSuffix("r") || name.hasSuffix("right") {
        1
      } else {
        0
      }
    return (output, gains[channel] ?? 1, isPair ? side : 0)
  }
}

extension String {
  /// Paths of other systems.
  var replacingBackslashes: String { String(map { $0 == "\\" ? "/" : $0 }) }
}
