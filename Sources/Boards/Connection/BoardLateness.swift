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
  private static let nanoseconds: Int64 = 25_000_000_000

  private var messages: [(time: BoardTime, heardNanoseconds: Int64)] = []
  private var isReported = false

  /// Takes a time that the board told, and when it was heard.
  ///
  /// - Parameter clock: What has been learnt of the board's clock by then.
  /// - Returns: The result, with the first one that is heard 25 s after another; nil with all others.
  mutating func add(
    _ time: BoardTime, heardAtNanoseconds heard: Int64, by clock: BoardClock
  ) -> BoardLateness? {
    guard !isReported else { return nil }
    messages.append((time, heard))
    guard heard - messages[0].heardNanoseconds >= Self.nanoseconds else { return nil }
    isReported = true
    let late = messages.map { message in
      let heard = message.heardNanoseconds
      let told = clock.hostNanoseconds(of: message.time, heardAtNanoseconds: heard)
      return Double(heard - (told ?? heard)) / 1e6
    }.sorted()
    return BoardLateness(
      medianMilliseconds: late[(late.count - 1) / 2],
      percentile99Milliseconds: late[(late.count * 99 - 1) / 100])
  }
}
