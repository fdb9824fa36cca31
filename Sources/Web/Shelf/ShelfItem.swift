// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Profiles
import Sessions
import SoundFiles
import Storage

/// What a player has kept and may rename or delete, as a page names it.
struct ShelfItem: Decodable, Sendable {
  /// What it is.
  enum Kind: String, Codable, Sendable {
    /// A folder with all that was played.
    case session
    /// A sound file that *Record* made.
    case recording
  }

  /// The endings of recordings.
  static let endings = [".wav", ".flac"]
  private static let mostNameBytes = 200

  let kind: Kind
  /// The name in its folder, a recording's with its ending.
  let name: String

  /// Those of a kind in a folder, in the order of their names.
  static func all(_ kind: Kind, in folder: String) -> [ShelfItem] {
    let names =
      switch kind {
      case .session: SessionFolder.all(in: folder).map(\.name)
      case .recording:
        FileSystem.names(in: folder).filter { name in
          endings.contains { name.hasSuffix($0) } && isFile("\(folder)/\(name)")
        }.sorted()
      }
    return names.map { ShelfItem(kind: kind, name: $0) }
  }

  /// The path in a folder; an error if the folder does not list it.
  func path(in folder: String, _ operation: String) throws(EngineError) -> String {
    guard Self.all(kind, in: folder).contains(where: { $0.name == name }) else {
      throw EngineError(
        "\(operation) the \(kind) '\(PathText.name(name))'", reason: "there is none of that name",
        advice: "pick one from the list")
    }
    return "\(folder)/\(name)"
  }

  /// A recording's ending; empty for a session.
  var ending: String {
    kind == .session ? "" : Self.endings.first { name.hasSuffix($0) } ?? ""
  }

  /// The same under a name that a person gave it, a recording's without its ending.
  func named(_ given: String, reserved: String) throws(EngineError) -> ShelfItem {
    let title = String(given.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace))
    func refuse(_ reason: String) -> EngineError {
      EngineError("rename the \(kind) '\(name)'", reason: reason, advice: "give another name")
    }
    if let fault = GivenName.fault(ofSound: title) { throw refuse(fault) }
    guard title.utf8.count <= Self.mostNameBytes else { throw refuse("its name is too long") }
    guard !title.hasPrefix("."), !title.contains("/"), title.lowercased() != reserved.lowercased()
    else { throw refuse("its name is that of a file or folder") }
    return ShelfItem(kind: kind, name: title + ending)
  }

  /// Why it may not be moved; nil if it may.
  func hindrance(at path: String) -> String? {
    switch kind {
    case .recording:
      return SoundFileRepair.isBeingWritten(path: path) ? "it is still being recorded" : nil
    case .session:
      let folder = SessionFolder(path: path)
      let parts = (try? SessionRecord.read(folder)).map { SessionParts(folder, $0) }
      guard !(parts?.isBeingPlayed ?? folder.isBeingPlayed) else {
        return "it is still being played"
      }
      return parts?.folders.count ?? 1 > 1 ? "it lies in several folders" : nil
    }
  }

  /// A link is none: it would lead elsewhere.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(FileNames.exactPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension Substring {
  /// Without the letters at its end that meet a condition.
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isLeftOut($0) }.map(index(after:)) ?? startIndex)]
  }
}
