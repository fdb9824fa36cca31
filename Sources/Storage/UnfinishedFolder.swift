// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A folder that is being filled. It is locked as long as the program that fills it runs. The next
/// program removes what a killed one left.
public final class UnfinishedFolder: Sendable {
  private static let ending = ".part"
  /// Two programs that start at the same time find different names.
  private static let mostNames = 100

  /// The path.
  public let path: String
  private let descriptor: Int32

  /// Makes one for a result that will be at `path`.
  public init(for path: String) throws(SystemError) {
    for number in 1...Self.mostNames {
      let own = "\(path).\(getpid())-\(number)\(Self.ending)"
      guard mkdir(FileNames.systemPath(own), 0o700) == 0 else {
        guard errno == EEXIST else { throw .last }
        continue
      }
      let opened = Self.locked(own)
      guard let opened else { continue }
      (self.path, descriptor) = (own, opened)
      return
    }
    throw SystemError(code: EEXIST)
  }

  deinit { close(descriptor) }

  /// Removes everything that killed programs left unfinished in a folder.
  ///
  /// - Parameter remove: Removes a folder with all that is in it.
  public static func clean(
    _ names: [String], in folder: String, remove: (String) -> Void
  ) {
    for name in names where name.hasSuffix(ending) {
      let path = "\(folder)/\(name)"
      guard let descriptor = locked(path) else { continue }
      remove(path)
      close(descriptor)
    }
  }

  /// Opens and locks a folder; nil if another program uses it, or if it has been removed.
  private static func locked(_ path: String) -> Int32? {
    let descriptor = open(
      FileNames.systemPath(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var (own, there) = (stat(), stat())
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
      fstat(descriptor, &own) == 0, lstat(FileNames.systemPath(path), &there) == 0,
      own.st_dev == there.st_dev, own.st_ino == there.st_ino
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
