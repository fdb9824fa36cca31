// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation

/// A small disk that can be filled, frozen and broken: an image, mounted for the trial, which takes root.
struct SmallDisk {
  /// Its mount point.
  let path: String
  /// A folder on another disk.
  let otherPath: String
  private let folder: String

  /// Nil if nothing may be mounted.
  init?(in folder: TemporaryFolder) {
    self.folder = folder.path
    (path, otherPath) = ("\(folder.path)/disk", "\(folder.path)/there")
    guard getuid() == 0, shell("mkdir '\(path)' '\(otherPath)'"), mount(megabytes: 8) else {
      return nil
    }
    unmount()
  }

  /// Makes it anew.
  func mount(megabytes: Int) -> Bool {
    shell(
      """
      cd '\(folder)' && rm -f image && truncate -s \(megabytes)M image && mkfs.ext4 -q image \
      && mount -o loop image disk
      """)
  }

  func unmount() { _ = shell("umount -l '\(path)'") }

  /// Leaves so much room.
  func fill(butKilobytes left: Int) -> Bool {
    shell(
      "fallocate -l $(($(df --output=avail -k '\(path)' | tail -1) - \(left)))K '\(path)/ballast'")
  }

  /// Turns it read-only, as after an error.
  func abort(afterSeconds seconds: Int) -> Bool {
    shell("(sleep \(seconds); mount -o remount,abort '\(path)') &")
  }

  /// Nothing is written to it for a while.
  func freeze(afterSeconds seconds: Int, forSeconds stallSeconds: Int) -> Bool {
    shell(
      "(sleep \(seconds); fsfreeze -f '\(path)'; sleep \(stallSeconds); fsfreeze -u '\(path)') &")
  }

  private func shell(_ line: String) -> Bool { system("{ \(line)\n} 2>/dev/null") == 0 }
}
