// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// How it goes with a backing.
package enum BackingText {
  /// The event as text; nil if there is nothing to report.
  package static func text(_ backing: EngineEvent.Backing) -> String? {
    switch backing.change {
    case .loaded, .begun: nil
    case .ended: "the backing is over"
    case .removed: "the backing's file was removed or replaced: what was opened plays on"
    case .rewritten: "the backing's file was written to: what stands there now plays on"
    case .unreadable:
      "the backing has ended: its file cannot be read any more. Leave it alone while it plays"
    }
  }

  /// How often it was not there in time; nil for never.
  package static func dropouts(_ count: Int) -> String? {
    count > 0
      ? "the disk was too slow for the backing: it fell silent \(count) times; put the file on a faster one"
      : nil
  }
}
