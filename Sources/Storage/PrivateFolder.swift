// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Folders to which only the person who runs the program can write, and in which nobody else can
/// exchange anything.
public enum PrivateFolder {
  /// Makes a folder, and missing ones above it, for this person only. Fails if it, or one above it,
  /// is open to somebody else. Only root may do everything.
  public static func make(_ path: String) throws(SystemError) {
    try makeMissing(path)
    let descriptor = Glibc.open(
      FileNames.systemPath(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ELOOP || errno == ENOTDIR
        ? SystemError(code: errno, reason: "'\(path)' is a link or not a folder") : .last
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_uid == geteuid() else {
      throw SystemError(code: EPERM, reason: "'\(path)' belongs to somebody else")
    }
    // Earlier versions let everybody read it.
    if status.st_mode & 0o077 != 0 && fchmod(descriptor, 0o700) != 0 { throw .last }
    // The path as it is written too, because links may be exchanged as well as what they point to.
    for path in [path, FileNames.resolved(path) ?? path] { try checkAbove(path) }
  }

  private static func makeMissing(_ path: String) throws(SystemError) {
    guard mkdir(FileNames.systemPath(path), 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, path != "/", path != "." else { throw .last }
    try makeMissing(WholeFile.folder(of: path))
    guard mkdir(FileNames.systemPath(path), 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  /// Whoever may write to a folder above may exchange its contents, unless everybody may remove
  /// only their own files.
  private static func checkAbove(_ path: String) throws(SystemError) {
    var folder = path
    while folder != "/" && folder != "." {
      folder = WholeFile.folder(of: folder)
      var (status, own) = (stat(), stat())
      guard stat(FileNames.systemPath(folder), &status) == 0,
        lstat(FileNames.systemPath(folder), &own) == 0
      else { throw .last }
      guard [status.st_uid, own.st_uid].allSatisfy({ $0 == 0 || $0 == geteuid() }) else {
        throw SystemError(code: EPERM, reason: "'\(folder)' belongs to somebody else")
      }
      // Some systems give each person their own group.
      let others: mode_t = status.st_gid == getegid() || status.st_gid == 0 ? 0o002 : 0o022
      guard status.st_mode & others == 0 || status.st_mode & mode_t(S_ISVTX) != 0 else {
        throw SystemError(code: EPERM, reason: "others may write to '\(folder)'")
      }
    }
  }
}
