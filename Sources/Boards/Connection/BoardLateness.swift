// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// How much later than the fastest a line brings what a board says, in milliseconds.
public struct BoardLateness: Hashable, Sendable {
  /// Half of it comes later than this.
  public var medianMilliseconds: Double
  /// One message of a hundred comes later than this.
  public var percentile99Milliseconds: Double
}

/// Measures it, by the times that a board tells, once for each connection.
struct BoardLatenessMeasure {
  /// At four answers a second, 25 s.
  private static let messageCount = 100

  private var messages: [(time: BoardTime, heardNanoseconds: Int64)] = []

  /// Takes a time that the board told, and when it was heard.
  ///
  /// - Parameter clock: What has been learnt of the board's clock by then.
  /// - Returns: The result, with the last of 100; nil with all others.
  mutating func add(
    _ time: BoardTime, heardAtNanoseconds heard: Int64, by clock: BoardClock
  ) -> BoardLateness? {
    guard messages.count < Self.messageCount else { return nil }
    messages.append((time, heard))
    guard messages.count == Self.messageCount else { return nil }
    let late = messages.map { message in
      let heard = message.heardNanoseconds
      let told = clock.hostNanoseconds(of: message.time, heardAtNanoseconds: heard)
      return Double(heard - (told ?? heard)) / 1e6
    }.sorted()
    return BoardLateness(
      medianMilliseconds: late[Self.messageCount / 2 - 1],
      percentile99Milliseconds: late[Self.messageCount - 2])
  }
}
