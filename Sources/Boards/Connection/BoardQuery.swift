// SPDX-License-Identifier: GPL-3.0-or-later

/// When to ask a board for its time, and with how many meaningless bytes before the query.
///
/// A line may carry bytes in steps: USB in frames of a millisecond, an Uno's own bridge every 4.1
/// ms. If queries always came at the same point of such a step, nearly all answers would be equally
/// late. So each query comes at another point: later by a share of the step between queries, and
/// after a share of a frame of bytes.
enum BoardQuery {
  private static let millisecond: Int64 = 1_000_000
  /// A query without an answer is repeated after this time. A board that hears nothing for 800 ms
  /// assumes that its host is gone.
  static let unansweredNanoseconds = 250 * millisecond
  /// The shortest time from an answer to the next query.
  static let answeredNanoseconds = 50 * millisecond
  /// The longest step that a line may have.
  static let stepNanoseconds = 5 * millisecond
  private static let framesPerSecond = 1000
  private static let bitsPerByte = 10

  /// The pause after the answer to a query.
  static func pauseNanoseconds(after number: UInt8) -> Int64 {
    answeredNanoseconds + Int64(share(number) * Double(stepNanoseconds))
  }

  /// The number of zero bytes before a query. A board skips them, because they begin no message.
  static func leadingByteCount(before number: UInt8, bitsPerSecond: Int) -> Int {
    Int(share(number) * Double(bitsPerSecond / (bitsPerByte * framesPerSecond)))
  }

  /// 0..<1, evenly over any few queries that follow each other: multiples of about the golden section.
  private static func share(_ number: UInt8) -> Double { Double(Int(number) * 79 % 128) / 128 }
}
