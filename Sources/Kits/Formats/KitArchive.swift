// SPDX-License-Identifier: GPL-3.0-or-later
import CArchive
import Glibc
import Storage

/// Unpacks `.h2drumkit` files (tar, alone or compressed) into the cache, once.
///
/// Only regular files at paths below the archive's own are written. Links, devices and paths to the
/// outside are refused. Size and number of entries are limited. Refused entries count too, because
/// they must be unpacked to be skipped.
struct KitArchive {
  /// An unpacked kit.
  struct Unpacked {
    /// The folder with the kit's text.
    let path: String
    let problems: [KitProblem]
  }

  private let path: String
  private let destination: String
  /// What its files may contain together.
  private let mostBytes: Int
  private var problems: [KitProblem] = []
  private var bytesLeft: Int
  private var refusedCount = 0

  /// The folder of the unpacked archive at `path`. Unpacks it if that has not been done.
  static func unpacked(path: String, cache: String = cacheFolder) throws -> Unpacked {
    var status = stat()
    let systemPath = FileNames.systemPath(path)
    guard stat(systemPath, &status) == 0 else { throw TextFile.Errno(code: errno) }
    do throws(SystemError) { try RegularFile.check(path) } catch {
      throw TextFile.Errno(code: error.code, text: error.description)
    }
    let whole = realpath(systemPath, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let stamp =
      "\(whole ?? path)/\(status.st_size)/\(status.st_mtim.tv_sec)/\(status.st_mtim.tv_nsec)"
    let folder = "\(cache)/\(Folder.stem(path))-\(hash(stamp))"
    let notes = KitArchiveNotes(path: "\(folder).problems")
    let unfinished: UnfinishedFolder
    do throws(SystemError) {
      try PrivateFolder.make(cache)
      UnfinishedFolder.clean(Folder.names(cache), in: cache, remove: Folder.remove)
      if let kit = kitFolder(in: folder) { return Unpacked(path: kit, problems: notes.problems) }
      unfinished = try UnfinishedFolder(for: folder)
    } catch {
      throw KitError(
        .unreadable, kit: path, reason: "cannot unpack it into '\(cache)': \(error)",
        advice: "set XDG_CACHE_HOME to a folder of your own that has room")
    }
    let partial = unfinished.path
    defer { Folder.remove(partial) }
    var archive = KitArchive(path: path, byteCount: Int(status.st_size), destination: partial)
    try archive.unpack()
    guard kitFolder(in: partial) != nil else {
      throw KitError(
        .broken, kit: path, reason: "there is no \(HydrogenKit.fileName) in it",
        advice: "download it again", problems: archive.problems)
    }
    Folder.remove(folder)
    try notes.keep(archive.problems)
    guard
      rename(FileNames.exactPath(partial), FileNames.exactPath(folder)) == 0
        || Folder.exists(folder), let kit = kitFolder(in: folder)
    else { throw TextFile.Errno(code: errno) }
    return Unpacked(path: kit, problems: archive.problems)
  }

  /// The folder for unpacked archives.
  static var cacheFolder: String { "\(BaseFolders().cache)/flam/kits" }

  private static var errnoText: String { String(cString: strerror(errno)) }

  private init(path: String, byteCount: Int, destination: String) {
    self.path = path
    self.destination = destination
    mostBytes = Self.mostBytes(ofArchive: byteCount)
    bytesLeft = mostBytes
  }

  /// The bytes to which an archive of `byteCount` bytes may be unpacked.
  static func mostBytes(ofArchive byteCount: Int) -> Int {
    let unfolded = byteCount.multipliedReportingOverflow(by: Limits.archiveUnfolding)
    return min(
      Limits.archiveBytes,
      max(Limits.archiveFoldedBytes, unfolded.overflow ? .max : unfolded.partialValue))
  }

  /// FNV-1a, 64 bits.
  static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(value, radix: 16)
  }

  /// The folder of the kit's text: the archive's own, or the only one in it.
  private static func kitFolder(in folder: String) -> String? {
    for candidate in [folder] + Folder.names(folder).map({ "\(folder)/\($0)" })
    where HydrogenKit.file(in: candidate).map(TextFile.isReadable) == true {
      return candidate
    }
    return nil
  }

  private mutating func unpack() throws(KitError) {
    guard let archive = archive_read_new() else { throw broken("no memory") }
    defer { archive_read_free(archive) }
    archive_read_support_filter_gzip(archive)
    archive_read_support_filter_bzip2(archive)
    archive_read_support_filter_xz(archive)
    archive_read_support_format_tar(archive)
    let descriptor: Int32
    do throws(SystemError) { descriptor = try RegularFile.open(path) } catch {
      throw broken(error.description)
    }
    defer { close(descriptor) }
    guard archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK else {
      throw broken(Self.text(archive))
    }
    var entry: OpaquePointer?
    var count = 0
    while true {
      let result = archive_read_next_header(archive, &entry)
      if result == ARCHIVE_EOF { break }
      guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else {
        report(.tooMuch, "the archive is damaged: \(Self.text(archive)); the rest is left out")
        break
      }
      count += 1
      guard count <= Limits.archiveEntries else {
        throw broken("it holds more than \(Limits.archiveEntries) files and folders")
      }
      guard try unpack(entry, from: archive) else { break }
    }
    if refusedCount > 0 {
      report(
        .unsafePath,
        "\(refusedCount) entries are links, devices or paths that lead outside; they are left out")
    }
  }

  /// False if nothing more should be read.
  private mutating func unpack(
    _ entry: OpaquePointer, from archive: OpaquePointer
  ) throws(KitError) -> Bool {
    let type = archive_entry_filetype(entry)
    guard archive_entry_size(entry) <= bytesLeft else { throw tooLarge }
    if type == S_IFDIR { return true }
    guard type == S_IFREG, archive_entry_hardlink(entry) == nil,
      let name = archive_entry_pathname(entry).map({ pointer in
        FileNames.text(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
      }),
      let place = Self.safePath(name)
    else {
      refusedCount += 1
      bytesLeft -= Int(max(0, archive_entry_size(entry)))
      return true
    }
    let file = "\(destination)/\(place)"
    guard Folder.make(Folder.holding(file)) else { throw broken(Self.errnoText) }
    let descriptor = open(
      FileNames.exactPath(file), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      refusedCount += 1
      return true
    }
    defer { close(descriptor) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = archive_read_data(archive, &block, block.count)
      if count == 0 { return true }
      guard count > 0 else {
        report(.tooMuch, "'\(name)' is damaged: \(Self.text(archive)); the rest is left out")
        return false
      }
      bytesLeft -= count
      guard bytesLeft >= 0 else { throw tooLarge }
      do throws(SystemError) { try WholeFile.append(block[..<count], to: descriptor) } catch {
        throw broken("\(error)")
      }
    }
  }

  /// `name` as a path that stays inside; nil if it does not.
  static func safePath(_ name: String) -> String? {
    guard !name.hasPrefix("/"), !name.contains("\0"), name.utf8.count < 1024 else { return nil }
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, parts.count <= 16, !parts.contains("..") else { return nil }
    return parts.joined(separator: "/")
  }

  private mutating func report(_ kind: KitProblem.Kind, _ message: String) {
    problems.append(KitProblem(kind: kind, line: nil, message: message))
  }

  private var tooLarge: KitError {
    broken(
      "it unfolds to more than \(mostBytes >> 20) MB; an archive may hold \(Limits.archiveUnfolding) times its size, "
        + "\(Limits.archiveFoldedBytes >> 20) MB in any case and \(Limits.archiveBytes >> 30) GB at most"
    )
  }

  private func broken(_ reason: String) -> KitError {
    KitError(.broken, kit: path, reason: reason, advice: "download or unpack it again")
  }

  private static func text(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
  }
}
