// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits how fast messages are carried out. In a flood, further messages wait in the kernel or are
/// lost there.
struct OSCPace {
  /// Messages a second, in the long run.
  static let messagesPerSecond = 2000.0
  /// Messages in a burst.
  static let mostAtOnce = 200.0

  private var left = Self.mostAtOnce
  private var lastSeconds: Double

  /// Nothing has come yet.
  init(atSeconds now: Double) { lastSeconds = now }

  /// How long to wait after so many messages before reading more, in seconds.
  mutating func pause(after count: Int, atSeconds now: Double) -> Double {
    left = min(Self.mostAtOnce, left + (now - lastSeconds) * Self.messagesPerSecond)
    lastSeconds = now
    left -= Double(count)
    return max(0, -left / Self.messagesPerSecond)
  }
}
