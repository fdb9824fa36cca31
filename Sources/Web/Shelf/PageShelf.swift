// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Sessions
import Storage

/// Sessions and recordings in the folder of sessions: lists them, renames them, and moves them to a bin and back. Nothing is
/// ever removed from the disk. Only the job queue's thread calls it.
final class PageShelf: Sendable {
  /// The folder within that of sessions to which deleted ones are moved.
  static let binName = "Bin"

  private let folder: String
  private let changed = SavedFiles()

  private var bin: String { "\(folder)/\(Self.binName)" }

  init(in folder: String) { self.folder = folder }

  /// The recordings, the latest first. Only those that are listed are opened.
  func recordings() -> [PageRecording] {
    latest([.recording], in: folder, by: \.st_mtim).prefix(PageLimits.recordings)
      .map { PageRecording($0, $1, path: "\(folder)/\($0.name)") }
  }

  /// What is in the bin: recordings and sessions, those moved there last first; and how many more
  /// there are.
  func binned() -> (listed: [PageBinned], more: Int) {
    let all = latest([.session, .recording], in: bin, by: \.st_ctim)
    let listed = all.prefix(PageLimits.recordings)
    return (
      listed.map { PageBinned(kind: $0.item.kind, name: $0.item.name) }, all.count - listed.count
    )
  }

  /// Those of some kinds in a folder with what the system knows of them, the latest first.
  private func latest(
    _ kinds: [ShelfItem.Kind], in folder: String, by time: (stat) -> timespec
  ) -> [(item: ShelfItem, status: stat)] {
    let all = kinds.flatMap { ShelfItem.all($0, in: folder) }.map { item in
      var status = stat()
      lstat(FileNames.exactPath("\(folder)/\(item.name)"), &status)
      return (item: item, status: status)
    }
    return all.sorted { one, other in
      let (first, second) = (time(one.status), time(other.status))
      return (first.tv_sec, first.tv_nsec, one.item.name)
        > (second.tv_sec, second.tv_nsec, other.item.name)
    }
  }

  /// The address of a recording, to be heard in the page or saved by the browser.
  func recording(
    _ name: String, isHeard: Bool, for downloads: ClientDownloads
  ) throws -> PageExported {
    let item = ShelfItem(kind: .recording, name: name)
    let path = try item.path(in: folder, "open")
    if let hindrance = item.hindrance(at: path) {
      throw EngineError(
        "open the recording '\(name)'", reason: hindrance, advice: "end it first")
    }
    let plain = PageExport.plain(String(name.dropLast(item.ending.count))) + item.ending
    let type = item.ending == ".flac" ? "audio/flac" : "audio/wav"
    let address = downloads.add(
      Download(
        type: type, fileName: isHeard ? nil : plain,
        content: .file(DownloadFile(path: path, isMade: false)), isHeard: isHeard))
    return PageExported(file: address, name: plain)
  }

  /// Renames one; returns its new name.
  func rename(_ item: ShelfItem, to given: String, by caller: CommandCaller) throws -> PageName {
    let named = try item.named(given, reserved: Self.binName)
    let path = try movable(item, in: folder, "rename", by: caller)
    guard named.name != item.name else { return PageName(name: named.name) }
    try move(path, to: "\(folder)/\(named.name)", item, "rename")
    return PageName(name: named.name)
  }

  /// Moves one to the bin; returns its name there.
  func discard(_ item: ShelfItem, by caller: CommandCaller) throws -> PageName {
    let path = try movable(item, in: folder, "delete", by: caller)
    return try moveFree(path, item, into: bin, "delete")
  }

  /// Moves one from the bin back to where it was; returns its name there.
  func restore(_ item: ShelfItem, by caller: CommandCaller) throws -> PageName {
    let path = try movable(item, in: bin, "restore", by: caller)
    return try moveFree(path, item, into: folder, "restore")
  }

  private func movable(
    _ item: ShelfItem, in folder: String, _ operation: String, by caller: CommandCaller
  ) throws(EngineError) -> String {
    let path = try item.path(in: folder, operation)
    if let hindrance = item.hindrance(at: path) {
      throw EngineError(
        "\(operation) the \(item.kind) '\(item.name)'", reason: hindrance,
        advice: "end it first, or use a file manager")
    }
    try changed.take("\(operation) the \(item.kind) '\(item.name)'", from: caller)
    return path
  }

  /// Moves it under its name, or with a number where that is taken.
  private func moveFree(
    _ path: String, _ item: ShelfItem, into target: String, _ operation: String
  ) throws -> PageName {
    try? WholeFile.make(target)
    let title = item.name.dropLast(item.ending.count)
    do throws(SystemError) {
      let moved = try FileSystem.moveFree(path, to: "\(target)/\(title)", ending: item.ending)
      return PageName(name: FileNames.last(moved))
    } catch {
      throw Self.failure(error, operation, item)
    }
  }

  private func move(
    _ path: String, to target: String, _ item: ShelfItem, _ operation: String
  ) throws(EngineError) {
    do throws(SystemError) { try FileSystem.move(path, to: target) } catch {
      throw Self.failure(error, operation, item)
    }
  }

  private static func failure(
    _ error: SystemError, _ operation: String, _ item: ShelfItem
  ) -> EngineError {
    EngineError(
      "\(operation) the \(item.kind) '\(item.name)'",
      reason: error.code == EEXIST ? "there is one of that name" : "\(error)",
      advice: error.code == EEXIST ? "give another name" : "use a file manager")
  }
}
