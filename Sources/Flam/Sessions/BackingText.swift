// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Tells how it goes with a backing.
enum BackingText {
  /// What became of its file.
  static func text(_ change: BackingChange) -> String {
    switch change {
    case .removed: "the backing's file was removed or replaced: what was opened plays on"
    case .rewritten: "the backing's file was written to: what stands there now plays on"
    case .unreadable:
      "the backing has ended: its file cannot be read any more. Leave it alone while it plays"
    }
  }

  /// How often it was not there in time; nil for never.
  static func dropouts(_ backing: BackingTrack?) -> String? {
    guard let count = backing?.exchange.dropoutCount, count > 0 else { return nil }
    return
      "the disk was too slow for the backing: it fell silent \(count) times; put the file on a faster one"
  }

  /// Why a session with it cannot be played again bit for bit; nil where it can.
  static func whyNotReplayable(_ backing: BackingTrack?) -> String? {
    guard let backing, backing.exchange.isRecorded else { return nil }
    if backing.exchange.dropoutCount > 0 { return "as the disk was too slow for the backing" }
    guard let change = backing.change, change != .removed else { return nil }
    return "as the file of the backing was changed"
  }
}
