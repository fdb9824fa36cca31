// SPDX-License-Identifier: GPL-3.0-or-later

/// How much of what is played can return at the most: no more than what is heard.
struct ReturnSurvey: BitwiseCopyable {
  /// Blocks that make a survey.
  private static let blockCount = 200
  /// What is believed in any case, as a ratio of powers: -60...30 dB.
  private static let powers: ClosedRange<Float> = 1e-6...1e3

  private var heard: Float = 0
  private var played: Float = 0
  private var count = 0

  /// A survey that begins.
  @_noLocks init() {}

  /// Takes in the energies of a block; the largest power that returns of what is played, once enough was heard.
  @_noLocks mutating func process(heard: Float, played: Float) -> Float? {
    self.heard += heard
    self.played += played
    count += 1
    guard count >= Self.blockCount, self.played > 0 else { return nil }
    let power = self.heard / self.played
    self = ReturnSurvey()
    return max(Self.powers.lowerBound, min(Self.powers.upperBound, power))
  }
}
