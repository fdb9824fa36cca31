// SPDX-License-Identifier: GPL-3.0-or-later

/// How fast messages are carried out at most: a flood waits in the kernel, or is lost there.
struct OSCPace {
  /// So many a second, in the long run.
  static let messagesPerSecond = 2000.0
  /// So many at once.
  static let mostAtOnce = 200.0

  private var left = Self.mostAtOnce
  private var lastSeconds: Double

  /// Nothing has come yet.
  init(atSeconds now: Double) { lastSeconds = now }

  /// How long to wait before more is read, once so many messages have come; in seconds.
  mutating func pause(after count: Int, atSeconds now: Double) -> Double {
    left = min(Self.mostAtOnce, left + (now - lastSeconds) * Self.messagesPerSecond)
    lastSeconds = now
    left -= Double(count)
    return max(0, -left / Self.messagesPerSecond)
  }
}
