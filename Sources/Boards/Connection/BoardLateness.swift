// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// How much later than the fastest messages others arrive over a line, in milliseconds.
public struct BoardLateness: Hashable, Sendable {
  /// Half of the messages are later than this.
  public var medianMilliseconds: Double
  /// One message of a hundred is later than this.
  public var percentile99Milliseconds: Double
}

/// Measures the lateness from the times that a board sends, once for each connection.
struct BoardLatenessMeasure {
  private static let nanoseconds: Int64 = 25_000_000_000

  private var messages: [(time: BoardTime, heardNanoseconds: Int64)] = []
  private var isReported = false

  /// Adds a time that the board sent, and when it arrived.
  ///
  /// - Parameter clock: The board's clock as it is known by then.
  /// - Returns: The result, once 25 s have passed since the first message; otherwise nil.
  mutating func add(
    _ time: BoardTime, heardAtNanoseconds heard: Int64, by clock: BoardClock
  ) -> BoardLateness? {
    guard !isReported else { return nil }
    messages.append((time, heard))
    guard heard - messages[0].heardNanoseconds >= Self.nanoseconds else { return nil }
    isReported = true
    let late = messages.map { message in
      let heard = message.heardNanoseconds
      let sent = clock.hostNanoseconds(of: message.time, heardAtNanoseconds: heard)
      return Double(heard - (sent ?? heard)) / 1e6
    }.sorted()
    return BoardLateness(
      medianMilliseconds: late[(late.count - 1) / 2],
      percentile99Milliseconds: late[(late.count * 99 - 1) / 100])
  }
}
