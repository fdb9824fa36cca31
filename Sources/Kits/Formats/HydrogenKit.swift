// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// Reads drum kits of Hydrogen, of every version: `drumkit.xml` in a folder.
///
/// Sounds are in the instrument itself (up to 0.9.0), in its layers (0.9), or in components with
/// layers of their own (since 0.9.7, in another arrangement since 2.0). Source: drumkit.xsd and the
/// manual of Hydrogen.
enum HydrogenKit {
  /// The name of the file in a kit's folder.
  static let fileName = "drumkit.xml"

  /// The kit's file in a folder, whether its name is in upper or lower case; nil if there is none.
  static func file(in folder: String) -> String? {
    let names = Folder.names(folder)
    let name =
      names.contains(fileName) ? fileName : names.first { $0.lowercased() == fileName }
    return name.map { "\(folder)/\($0)" }
  }

  /// With more instruments it is not a kit.
  static let maximumInstruments = Limits.kitInstruments

  /// A root element of this form is a kit of Hydrogen.
  static func isKit(_ root: XMLElement) -> Bool { root.first("instrumentList") != nil }

  /// The kit that the text of `root` describes.
  static func describe(_ root: XMLElement, path: String) -> KitDescription {
    let folder = Folder.holding(path)
    var description = KitDescription(
      name: root.text("name") ?? Folder.stem(folder), format: .hydrogen, folder: folder)
    description.otherEndings = ["flac"]
    description.credits = KitCredits(
      author: root.text("author"), licence: root.text("license") ?? root.text("licence"),
      notes: root.text("info").flatMap(PlainText.withoutMarks))
    let file = String(path.split(separator: "/").last ?? "")
    let elements = Array(
      root.all("instrumentList").flatMap { $0.all("instrument") }.prefix(maximumInstruments))
    let volumes = componentVolumes(root)
    let isNoteOfEach = Set(elements.compactMap { $0.integer("midiOutNote") }).count
    var instruments: [HydrogenInstrument] = []
    let isAnySoloed = elements.contains { $0.flag("isSoloed") == true }
    var silent = 0
    var regionCount = 0
    for (index, element) in elements.enumerated() {
      // Old kits have the same note for all instruments: their place in the list is the note.
      let own = element.integer("midiOutNote").flatMap { (0...127).contains($0) ? $0 : nil }
      let note = isNoteOfEach * 2 > elements.count ? own : index < 92 ? 36 + index : nil
      let instrument = HydrogenInstrument(
        element, file: file, note: note, isNotePublishing: isNoteOfEach * 2 > elements.count,
        componentVolumes: volumes)
      regionCount += instrument.pad.regions.count
      guard regionCount <= Limits.kitRegions else {
        description.problems.append(
          KitProblem(
            kind: .tooMuch, line: instrument.pad.line,
            message:
              "more than \(Limits.kitRegions) sounds of all instruments together; the rest is left out"
          ))
        break
      }
      let isOverruled = isAnySoloed && element.flag("isSoloed") != true
      if element.flag("isMuted") == true || isOverruled {
        silent += 1
      } else if !instrument.pad.regions.isEmpty {
        instruments.append(instrument)
        description.problems += instrument.problems
      } else {
        description.problems.append(
          KitProblem(
            kind: .emptyPad, line: instrument.pad.line,
            message:
              "'\(instrument.pad.name)' has no sound and is left out; another drum answers its hits"
          ))
      }
    }
    let unclear = XMLNumbers.problem(in: root, elements: HydrogenInstrument.numbers)
    if let unclear { description.problems.append(unclear) }
    description.pads = instruments.map(\.pad)
    description.chokes = chokes(instruments)
    if silent > 0 {
      description.problems.append(
        KitProblem(
          kind: .mutedPad, line: nil,
          message: "\(silent) instruments are muted\(isAnySoloed ? ", as others play solo," : "") "
            + "and left out"))
    }
    return description
  }

  private static func componentVolumes(_ root: XMLElement) -> [Int: Float] {
    var volumes: [Int: Float] = [:]
    for component in root.all("componentList").flatMap({ $0.all("drumkitComponent") }) {
      volumes[component.integer("id") ?? 0] = component.number("volume") ?? 1
    }
    return volumes
  }

  /// Instruments of a mute group end each other. A stop note ends earlier notes of its own
  /// instrument.
  private static func chokes(_ instruments: [HydrogenInstrument]) -> [KitDescription.Choke] {
    var chokes: [KitDescription.Choke] = []
    for (by, striking) in instruments.enumerated() {
      for (ends, sounding) in instruments.enumerated() {
        let isSelf = by == ends && striking.isStopNote
        let isGroup =
          by != ends && striking.muteGroup != nil
          && striking.muteGroup == sounding.muteGroup
        if isSelf || isGroup {
          chokes.append(.init(by: by, ends: ends, seconds: sounding.releaseSeconds))
        }
      }
    }
    return chokes
  }
}
