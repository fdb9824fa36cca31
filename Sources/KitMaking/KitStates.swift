// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Storage

/// The present and the earlier state of a kit of the player's own, each a folder. One takes the
/// other's place at once: a kit is never half of each.
public struct KitStates: ~Copyable {
  /// How often the lock is asked for: ten seconds in all, for what was recorded must not be lost.
  private static let lockTries = 200

  private let place: OwnKitPlace
  /// The folder of all kits, locked against other programs that change one there.
  private let descriptor: Int32

  /// Waits for other programs that change a kit there.
  public init(_ place: OwnKitPlace) throws(KitMakingError) {
    do throws(SystemError) { try WholeFile.make(place.parent) } catch {
      throw .writing(place.folder, error)
    }
    let opened = open(FileNames.exactPath(place.parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .writing(place.folder, .last) }
    guard (0..<Self.lockTries).contains(where: { _ in FileLock.take(opened) }) else {
      close(opened)
      throw KitMakingError(
        .cannotCreate, "cannot change the kit '\(place.name)': another program changes one there",
        advice: "try again when it has ended")
    }
    UnfinishedFolder.clean(
      FileSystem.names(in: place.parent).filter { $0.hasPrefix(".\(place.name).") },
      in: place.parent, remove: FileSystem.remove)
    (self.place, descriptor) = (place, opened)
  }

  deinit { close(descriptor) }

  /// Runs what reads or writes files of the present state: nobody changes the kit meanwhile.
  public func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }

  /// Fails where no new state can be made.
  func checkIsWritable() throws(KitMakingError) { FileSystem.remove(try unfinished().path) }

  /// Makes a new state with `fill`, which is given its folder; the present one becomes the earlier.
  /// Where there was a kit before an undo, its effects stay.
  func replace(
    _ fill: (_ folder: String) throws -> Void
  ) throws {
    let stage = try unfinished()
    defer { FileSystem.remove(stage.path) }
    let new = "\(stage.path)/new"
    try check(mkdir(FileNames.exactPath(new), 0o777))
    try fill(new)
    let isFirst = !FileSystem.exists(place.folder)
    let old = isFirst ? "\(stage.path)/none" : new
    if isFirst {
      try check(mkdir(FileNames.exactPath(old), 0o777))
      try KitEffects.carry(place.earlierFolder, to: new)
      try move(new, to: place.folder)
    } else {
      try exchange(new, place.folder)
    }
    if FileSystem.exists(place.earlierFolder) {
      try move(place.earlierFolder, to: "\(stage.path)/earlier")
    }
    try move(old, to: place.earlierFolder)
  }

  /// Brings the earlier state back, with the effects of the present one, which becomes the earlier.
  func undo() throws(KitMakingError) {
    let (isThere, earlier) = (FileSystem.exists(place.folder), place.earlierFolder)
    guard FileSystem.exists(earlier) else {
      throw KitMakingError(
        .missing, "there is nothing to undo of the kit '\(place.name)'",
        advice: isThere ? "it was not changed by Flam" : "there is no such kit")
    }
    if !isThere {
      try move(earlier, to: place.folder)
      try check(mkdir(FileNames.exactPath(earlier), 0o777))
    } else if FileSystem.names(in: earlier).isEmpty {
      // Before, there was no kit.
      try check(rmdir(FileNames.exactPath(earlier)))
      try move(place.folder, to: earlier)
    } else {
      try KitEffects.carry(place.folder, to: earlier)
      try exchange(earlier, place.folder)
    }
  }

  private func unfinished() throws(KitMakingError) -> UnfinishedFolder {
    do throws(SystemError) { return try UnfinishedFolder(for: place.stagePath) } catch {
      throw .writing(place.folder, error)
    }
  }

  /// Two folders take each other's places, at once where the disk can do that.
  private func exchange(_ one: String, _ other: String) throws(KitMakingError) {
    let (first, second) = (FileNames.exactPath(one), FileNames.exactPath(other))
    if rt_exchange_paths(first, second) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw .writing(place.folder, .last) }
    let between = "\(one).moved"
    try move(other, to: between)
    try move(one, to: other)
    try move(between, to: one)
  }

  private func move(_ path: String, to other: String) throws(KitMakingError) {
    try check(rename(FileNames.exactPath(path), FileNames.exactPath(other)))
  }

  private func check(_ result: Int32) throws(KitMakingError) {
    guard result == 0 else { throw .writing(place.folder, .last) }
  }
}
