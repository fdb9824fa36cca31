// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The free space of a disk. What players ask for leaves some of it to other programs.
public struct FreeSpace: Sendable, Equatable {
  /// How it is at a path; nil if that is not known.
  public typealias Reading = @Sendable (_ path: String) -> FreeSpace?

  /// The bytes that are free for this user.
  public let freeBytes: Int
  /// The bytes of the whole disk.
  public let allBytes: Int

  /// A disk.
  public init(freeBytes: Int, allBytes: Int) {
    (self.freeBytes, self.allBytes) = (freeBytes, allBytes)
  }

  /// The disk on which `path` is, or will be made; nil if the system does not say.
  public init?(at path: String) {
    var (place, space) = (path, statvfs())
    while statvfs(FileNames.exactPath(place), &space) != 0 {
      guard errno == ENOENT, place != "/", place != "." else { return nil }
      place = WholeFile.folder(of: place)
    }
    func bytes(_ blocks: fsblkcnt_t) -> Int {
      let (bytes, isTooMuch) = Int(clamping: blocks).multipliedReportingOverflow(
        by: Int(clamping: space.f_frsize))
      return isTooMuch ? .max : bytes
    }
    self.init(freeBytes: bytes(space.f_bavail), allBytes: bytes(space.f_blocks))
  }

  /// What stays free, in bytes.
  public var keptBytes: Int { min(Limits.freeBytes, allBytes / Limits.freeParts) }

  /// Why nothing more is put there; nil if something may be.
  public var shortage: String? {
    guard freeBytes < keptBytes else { return nil }
    return "only \(Self.text(freeBytes)) of its disk are free, and the last "
      + "\(Self.text(keptBytes)) are left to other programs"
  }

  /// What to do about it.
  public static let advice = "delete something there, or choose another disk"

  private static func text(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }
}
