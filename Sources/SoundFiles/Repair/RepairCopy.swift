// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A copy of a recording, for its repair. It replaces the recording only if it has proved to be no
/// worse; the old recording stays beside it.
final class RepairCopy {
  /// The space to leave free on the disk, in bytes.
  private static let reserveBytes = 1 << 24

  private static let ending = ".part"

  /// The path of the copy.
  let path: String
  let file: FileBytes
  private let original: String

  /// Copies `file` at `path`, and lets `repair` change the copy.
  init(
    of file: FileBytes, at path: String, repair: (FileBytes) throws(WriteFailure) -> Void
  ) throws(WriteFailure) {
    original = FileNames.resolved(path) ?? path
    self.path = "\(original).\(getpid())\(Self.ending)"
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { throw .system }
    Self.clean(beside: original)
    let descriptor = try Self.locked(self.path, mode: status.st_mode & 0o777)
    self.file = FileBytes(descriptor: descriptor)
    // If ownership cannot be transferred, the person owns the copy.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
    try file.copy(to: self.file, leaving: Self.reserveBytes)
    try repair(self.file)
  }

  /// Makes and locks the file at `path`. The lock shows that a repair is running; a killed repair
  /// holds no lock. If another repair removes the file before it is locked, makes it again.
  private static func locked(_ path: String, mode: mode_t) throws(WriteFailure) -> Int32 {
    while true {
      let descriptor = open(
        FileNames.systemPath(path), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw .system }
      _ = flock(descriptor, LOCK_EX)
      var (own, named) = (stat(), stat())
      if fstat(descriptor, &own) == 0, stat(FileNames.systemPath(path), &named) == 0,
        (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
      {
        return descriptor
      }
      close(descriptor)
    }
  }

  /// Removes copies that killed repairs of a recording left.
  private static func clean(beside original: String) {
    let folder = WholeFile.folder(of: original)
    let beginning = FileNames.last(original) + "."
    for name in FileSystem.names(in: folder)
    where name.hasPrefix(beginning) && name.hasSuffix(ending)
      && Int(name.dropFirst(beginning.count).dropLast(ending.count)) != nil
    {
      let path = "\(folder)/\(name)"
      guard let descriptor = try? RegularFile.open(path) else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(FileNames.exactPath(path)) }
      close(descriptor)
    }
  }

  deinit {
    // A process that is just starting may still have a copy of the descriptor, which would keep the
    // lock.
    flock(file.descriptor, LOCK_UN)
    close(file.descriptor)
    unlink(FileNames.systemPath(path))
  }

  /// Replaces the recording, and returns the path of the old one.
  func takePlace() throws(WriteFailure) -> String {
    try file.synchronise()
    let kept = try keep()
    guard rename(FileNames.systemPath(path), FileNames.systemPath(original)) == 0 else {
      throw .system
    }
    return kept
  }

  /// Gives the old recording a second name beside it.
  private func keep() throws(WriteFailure) -> String {
    for number in 1...100 {
      let kept = KeptRecording.path(of: original, number: number)
      if link(FileNames.systemPath(original), FileNames.systemPath(kept)) == 0 { return kept }
      guard errno != EEXIST else { continue }
      // Some disks allow only one name for a file.
      guard access(FileNames.systemPath(kept), F_OK) != 0 else { continue }
      guard rename(FileNames.systemPath(original), FileNames.systemPath(kept)) == 0 else {
        throw .system
      }
      return kept
    }
    throw WriteFailure(reason: "a hundred earlier copies lie beside it")
  }
}

/// Recordings from before their repair.
public enum KeptRecording {
  private static let word = "-before-repair"

  /// The path of such a recording.
  static func path(of recording: String, number: Int) -> String {
    let name = recording.lastIndex(of: "/").map(recording.index(after:)) ?? recording.startIndex
    let dot = recording[name...].lastIndex(of: ".") ?? recording.endIndex
    return recording[..<dot] + word + (number == 1 ? "" : "-\(number)") + recording[dot...]
  }

  /// The file at `path` is such a recording.
  public static func isOne(_ path: String) -> Bool {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    return name.contains(word)
  }
}
