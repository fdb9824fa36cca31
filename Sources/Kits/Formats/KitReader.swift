// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice
import Storage

/// Reads the description of a kit in any format.
package enum KitReader {
  /// The description of the kit at `path`, a file or a folder of sounds. A kit that Flam
  /// synthesises is made first.
  ///
  /// - Parameter isWanted: Receives the progress, 0...1; false stops the work.
  package static func describe(
    path: String, isWanted: (Double) -> Bool = { _ in true }
  ) throws(KitError) -> KitDescription {
    try SynthesisedKit.at(path)?.make(isWanted: isWanted)
    if Folder.exists(path) { return try FolderKit.describe(folder: path) }
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    do {
      switch ending {
      case "sfz": return try describe(sfz: path)
      case "h2drumkit": return try describe(archive: path)
      case "xml": return try describe(xml: XMLTree.bytes(path: path), path: path)
      default:
        _ = try TextFile.size(path: path)
        throw unknown(path)
      }
    } catch let error as TextFile.Errno where error.isTooLarge {
      let (bytes, format) =
        ending == "sfz" ? (Limits.kitTextBytes, "SFZ") : (Limits.kitXMLBytes, "XML")
      throw KitError(
        .unsupported, kit: path,
        reason: "its text has more than \(bytes >> 20) MB, the limit of a kit's \(format)",
        advice: "give the file of one kit")
    } catch let error as TextFile.Errno {
      throw KitError(
        error.isMissing ? .missing : .unreadable, kit: path, reason: error.text,
        advice: error.isMissing ? "check the path" : "allow reading it, or give another file")
    } catch let error as KitError {
      throw error
    } catch {
      throw unknown(path)
    }
  }

  /// Whether the file at `path` is that of a kit of DrumGizmo.
  static func isDrumGizmo(_ path: String) -> Bool {
    XMLTree.rootName(path: path) == DrumGizmoKit.rootName
  }

  private static let advice: Advice =
    """
    give an SFZ file, a drumkit.xml or .h2drumkit of Hydrogen, the XML file of a kit of DrumGizmo, or a folder of sounds
    """

  private static func unknown(_ path: String) -> KitError {
    KitError(
      .unsupported, kit: path, reason: "its format is unknown",
      advice: advice)
  }

  private static func describe(sfz path: String) throws -> KitDescription {
    let description = try SFZKit.describe(path: path)
    if description.pads.isEmpty, let failure = SFZGenerator.failure(description.problems) {
      throw KitError(
        .broken, kit: path, reason: failure.reason, advice: failure.advice,
        problems: description.problems.filter { $0.kind != .unknownGenerator })
    }
    let hasUnplayed = description.problems.contains { $0.kind == .unplayedRegions }
    if description.pads.isEmpty && hasUnplayed {
      throw KitError(
        .broken, kit: path, reason: "none of its regions is played",
        advice: "let <control> set its controllers (set_ccN), or a region its key (sw_default)",
        problems: description.problems.sorted { $0.kind == .unplayedRegions && $1.kind != $0.kind })
    }
    return description
  }

  private static func describe(archive path: String) throws -> KitDescription {
    let folder = try KitArchive.unpacked(path: path)
    let file = HydrogenKit.file(in: folder.path) ?? "\(folder.path)/\(HydrogenKit.fileName)"
    var description = try describe(xml: XMLTree.bytes(path: file), path: file, kit: path)
    description.problems += folder.problems
    return description
  }

  private static func describe(
    xml bytes: [UInt8], path: String, kit: String? = nil
  ) throws(KitError) -> KitDescription {
    if let fault = XMLTree.fault(bytes) {
      throw KitError(
        .unsupported, kit: kit ?? path, reason: fault, advice: "copy or download the kit again")
    }
    guard let document = XMLTree.parse(bytes) else {
      throw KitError(
        .broken, kit: kit ?? path, reason: "it is not readable XML",
        advice: "copy or download the kit again")
    }
    var description: KitDescription
    if HydrogenKit.isKit(document.root) {
      description = HydrogenKit.describe(document.root, path: path)
    } else if DrumGizmoKit.isKit(document.root) {
      description = DrumGizmoKit.describe(document.root, path: path)
    } else {
      let isPart = ["instrument", "midimap"].contains(document.root.name)
      throw KitError(
        .unsupported, kit: kit ?? path,
        reason: isPart
          ? "it is the \(document.root.name) file of a DrumGizmo kit, not the kit itself"
          : "it is neither a Hydrogen kit nor a DrumGizmo kit", advice: advice)
    }
    if let error = document.error {
      let file = String(path.split(separator: "/").last ?? "")
      description.problems.insert(
        KitProblem(
          kind: .unclearText, line: SourceLine(file: file, number: error.line),
          message: "the XML is damaged here: \(error.message)"), at: 0)
    }
    return description
  }
}
