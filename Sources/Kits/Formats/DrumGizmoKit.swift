// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Reads kits of DrumGizmo: the XML file of a kit, those of its instruments, and its map of MIDI notes.
///
/// Source: the file formats of DrumGizmo, drumgizmo.org/wiki (kit, instrument and midimap files, 1.0 and 2.0).
enum DrumGizmoKit {
  /// How long voices take to end when a hit of their group ends them. It also applies if a choke
  /// does not say.
  static let chokeSeconds: Float = 0.068
  /// The linear gain of a microphone that is not the instrument's own.
  static let bleedGain: Float = 0.5
  /// With more instruments it is not a kit.
  static let maximumInstruments = Limits.kitInstruments
  /// The longest text of all instruments together, in bytes.
  static let maximumBytes = Limits.kitInstrumentBytes

  /// The name of the root element of a kit.
  static let rootName = "drumkit"

  /// A root element of this form is a kit of DrumGizmo.
  static func isKit(_ root: XMLElement) -> Bool {
    root.name == rootName && root.first("instruments") != nil
  }

  /// The kit that the text of `root` describes.
  static func describe(_ root: XMLElement, path: String) -> KitDescription {
    let folder = Folder.holding(path)
    let file = String(path.split(separator: "/").last ?? "")
    let metadata = root.first("metadata")
    let name = metadata?.text("title") ?? root.attributes["name"] ?? Folder.stem(path)
    var description = KitDescription(name: name, format: .drumGizmo, folder: folder)
    description.credits = KitCredits(
      author: metadata?.text("author"), licence: metadata?.text("license"),
      notes: (metadata?.text("description") ?? root.attributes["description"])
        .flatMap(PlainText.withoutMarks))
    var finder = FileFinder()
    let notes = DrumGizmoMidimap.notes(
      named: metadata?.first("defaultmidimap")?.attributes["src"], folder: folder, kitFile: file,
      &finder)
    let elements = root.all("instruments").flatMap { $0.all("instrument") }
    let channels = Set(
      root.all("channels").flatMap { $0.all("channel") }.compactMap { $0.attributes["name"] })
    var instruments: [(element: XMLElement, pad: Int)] = []
    var isNormalised = false
    var bytes = 0
    var regionCount = 0
    for element in elements.prefix(maximumInstruments) {
      var reader = DrumGizmoInstrument(
        element, folder: folder, kitFile: file, channels: channels)
      reader.read(notes: notes, &finder, bytesLeft: maximumBytes - bytes)
      bytes += reader.byteCount
      description.problems += reader.problems
      guard let pad = reader.pad else { continue }
      regionCount += pad.regions.count
      guard regionCount <= Limits.kitRegions else {
        description.problems.append(
          KitProblem(
            kind: .tooMuch, line: pad.line,
            message:
              "more than \(Limits.kitRegions) sounds of all instruments together; the rest is left out"
          ))
        break
      }
      isNormalised = isNormalised || reader.isNormalised
      instruments.append((element, description.pads.count))
      description.pads.append(pad)
    }
    let unclear = XMLNumbers.problem(in: root, elements: [], attributes: ["choketime", "note"])
    if let unclear { description.problems.append(unclear) }
    description.dynamics = isNormalised ? .normalised : .recorded
    description.chokes = chokes(instruments.map(\.element))
    return description
  }

  /// Instruments of a group end each other. An instrument may also name others that it ends.
  private static func chokes(_ elements: [XMLElement]) -> [KitDescription.Choke] {
    var seconds: [[Int]: Float] = [:]
    let places = Dictionary(
      elements.enumerated().map { ($1.attributes["name"], $0) },
      uniquingKeysWith: { first, _ in first })
    for (by, striking) in elements.enumerated() {
      for (ends, sounding) in elements.enumerated() {
        guard let group = striking.attributes["group"], !group.isEmpty, by != ends,
          group == sounding.attributes["group"]
        else { continue }
        seconds[[by, ends]] = chokeSeconds
      }
      for choke in striking.all("chokes").flatMap({ $0.all("choke") }) {
        let name = choke.attributes["instrument"] ?? ""
        guard let ends = places[name] else { continue }
        let milliseconds = choke.number(attribute: "choketime") ?? 68
        seconds[[by, ends]] = min(10, max(0.001, milliseconds / 1000))
      }
    }
    return seconds.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { .init(by: $0.key[0], ends: $0.key[1], seconds: $0.value) }
  }
}

/// The MIDI note for each instrument of a kit of DrumGizmo.
enum DrumGizmoMidimap {
  /// The first note of each instrument, by its name; empty if there is no map.
  static func notes(
    named name: String?, folder: String, kitFile: String, _ finder: inout FileFinder
  ) -> [String: [Int]] {
    let candidates =
      name.map { [$0] }
      ?? Folder.names(folder).filter {
        let lower = $0.lowercased()
        return lower.hasSuffix(".xml") && lower.contains("midi") && $0 != kitFile
      }
    for candidate in candidates {
      guard let path = finder.find(candidate, in: folder),
        let bytes = try? XMLTree.bytes(path: path), let root = XMLTree.parse(bytes)?.root,
        root.name == "midimap"
      else { continue }
      var notes: [String: [Int]] = [:]
      for map in root.all("map") {
        guard let note = map.number(attribute: "note").flatMap({ Int(exactly: $0) }),
          (0...127).contains(note), let instrument = map.attributes["instr"]
        else { continue }
        notes[instrument, default: []].append(note)
      }
      return notes
    }
    return [:]
  }
}
