// SPDX-License-Identifier: GPL-3.0-or-later

/// When a board is asked for its time, and behind how many bytes that mean nothing.
///
/// A line may carry bytes in steps: USB in frames of a millisecond, an Uno's own bridge every 4.1 ms. Queries that came
/// always at the same place of such a step would all be answered equally late, or nearly all. So each is sent at another place:
/// later by a share of the step between queries, and behind a share of a frame of bytes.
enum BoardQuery {
  private static let millisecond: Int64 = 1_000_000
  /// One that is not answered is sent again after this; a board that hears nothing for 800 ms believes its host gone.
  static let unansweredNanoseconds = 250 * millisecond
  /// From an answer to the next query, at the least.
  static let answeredNanoseconds = 50 * millisecond
  /// What steps a line may have, at the most.
  static let stepNanoseconds = 5 * millisecond
  private static let framesPerSecond = 1000
  private static let bitsPerByte = 10

  /// The pause behind the answer to a query.
  static func pauseNanoseconds(after number: UInt8) -> Int64 {
    answeredNanoseconds + Int64(share(number) * Double(stepNanoseconds))
  }

  /// So many bytes of 0 go before a query, which a board passes over as they begin no message.
  static func leadingByteCount(before number: UInt8, bitsPerSecond: Int) -> Int {
    Int(share(number) * Double(bitsPerSecond / (bitsPerByte * framesPerSecond)))
  }

  /// 0..<1, evenly over any few queries that follow each other: multiples of about the golden section.
  private static func share(_ number: UInt8) -> Double { Double(Int(number) * 79 % 128) / 128 }
}
