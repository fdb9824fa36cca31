// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A copy of a recording, on which it is repaired. It takes the recording's place only when it has proved to be no worse;
/// the recording as it was is kept beside it.
final class RepairCopy {
  /// What is left free on the disk, in bytes.
  private static let reserveBytes = 1 << 24

  private static let ending = ".part"

  /// Where it lies.
  let path: String
  let file: FileBytes
  private let original: String

  /// Copies `file`, which lies at `path`, and lets `repair` change the copy.
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
    // What cannot be given away is the person's own.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
    try file.copy(to: self.file, leaving: Self.reserveBytes)
    try repair(self.file)
  }

  /// Makes the file at `path` and locks it: others see that it is at work, and what a killed repair leaves is nobody's. One
  /// that another repair took away before it was locked is made again.
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

  /// Takes away the copies that killed repairs of a recording left.
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
    // A process that is just being started may still have a copy of the descriptor, which would keep the lock.
    flock(file.descriptor, LOCK_UN)
    close(file.descriptor)
    unlink(FileNames.systemPath(path))
  }

  /// Puts it in the place of the recording, and returns where that lies from then on.
  func takePlace() throws(WriteFailure) -> String {
    try file.synchronise()
    let kept = try keep()
    guard rename(FileNames.systemPath(path), FileNames.systemPath(original)) == 0 else {
      throw .system
    }
    return kept
  }

  /// Gives the recording as it is a second name beside it.
  private func keep() throws(WriteFailure) -> String {
    for number in 1...100 {
      let kept = KeptRecording.path(of: original, number: number)
      if link(FileNames.systemPath(original), FileNames.systemPath(kept)) == 0 { return kept }
      guard errno != EEXIST else { continue }
      // Some disks give a file one name only.
      guard access(FileNames.systemPath(kept), F_OK) != 0 else { continue }
      guard rename(FileNames.systemPath(original), FileNames.systemPath(kept)) == 0 else {
        throw .system
      }
      return kept
    }
    throw WriteFailure(reason: "a hundred earlier copies lie beside it")
  }
}

/// Recordings as they were before their repair.
public enum KeptRecording {
  private static let word = "-before-repair"

  /// Where one is kept.
  static func path(of recording: String, number: Int) -> String {
    let name = recording.lastIndex(of: "/").map(recording.index(after:)) ?? recording.startIndex
    let dot = recording[name...].lastIndex(of: ".") ?? recording.endIndex
    return recording[..<dot] + word + (number == 1 ? "" : "-\(number)") + recording[dot...]
  }

  /// The file at `path` is one.
  public static func isOne(_ path: String) -> Bool {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    return name.contains(word)
  }
}
