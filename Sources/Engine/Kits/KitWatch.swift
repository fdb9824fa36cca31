// SPDX-License-Identifier: GPL-3.0-or-later
import Kits
import Realtime

/// Notices that somebody changed the files of a kit. It looks at a few of them at a time, so that
/// nothing waits for long, and works on every disk.
struct KitWatch {
  private static let filesATurn = 32
  /// Files that change for longer are still being written, in seconds.
  private static let restSeconds = 0.5

  private var stamps: KitStamps
  /// When the last change was seen; nil if all is as it was.
  private var lastChange: MonotonicClock.Instant?

  init(_ stamps: KitStamps) { self.stamps = stamps }

  /// True once for changes that are over.
  mutating func hasChanged() -> Bool {
    if stamps.hasChanged(lookingAt: Self.filesATurn) {
      lastChange = .now
      return false
    }
    guard let lastChange, (MonotonicClock.now - lastChange) / .seconds(1) >= Self.restSeconds else {
      return false
    }
    self.lastChange = nil
    return true
  }
}
