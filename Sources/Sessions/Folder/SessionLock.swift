// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Storage

/// Shows other programs that a session is in progress: a lock on its folder while this object
/// lives. The system removes it when the program ends, even in a crash.
final class SessionLock: Sendable {
  private let descriptor: Int32

  /// Locks an existing folder; nil if another program has locked it. On a disk without locks, it
  /// counts as free.
  init?(_ folder: SessionFolder) {
    descriptor = open(FileNames.exactPath(folder.path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, FileLock.take(descriptor) else { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is just being started may still have a copy of the descriptor, which would
    // keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// It is the folder at this place that is locked, and not one that was there before.
  func holds(_ folder: SessionFolder) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(FileNames.exactPath(folder.path), &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// A program has locked a folder.
  static func isHeld(on folder: SessionFolder) -> Bool {
    let descriptor = open(FileNames.exactPath(folder.path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return FileLock.isTaken(descriptor)
  }
}

extension SessionFolder {
  /// A program is playing it at this moment, in this folder or, if it has moved, in another one.
  public var isBeingPlayed: Bool {
    SessionLock.isHeld(on: self) || soundPaths.contains(where: SoundFileRepair.isBeingWritten)
  }
}
