// SPDX-License-Identifier: GPL-3.0-or-later

/// Answers that come later than usual, each by another time: a sound after a tap that does not
/// follow them is not ours.
public struct AnswerSpread: Codable, Sendable, Equatable {
  /// Answers come less than this many frames later; 0 for no spread.
  public let mostFrames: Int

  /// The golden section in 65536ths: its multiples fill the range evenly, neighbours lie far apart.
  private static let golden = 40_503

  /// A spread over this many frames.
  public init(mostFrames: Int) { self.mostFrames = mostFrames }

  /// By how many frames later a hit is answered, by its number.
  @_noLocks public func frames(hit number: Int) -> Int {
    (((number &* Self.golden) & 0xFFFF) &* mostFrames) >> 16
  }

  /// Its number is one that a spread can have: it can come from a file.
  var isPossible: Bool { (0...48_000).contains(mostFrames) }
}
