// SPDX-License-Identifier: GPL-3.0-or-later

/// How a kit is played, in addition to each stroke's own values.
public struct PlayingStyle: BitwiseCopyable, Codable, Sendable, Equatable {
  /// How variations are chosen.
  public var choice: VariationChoice
  /// How much strokes differ that play the same variation.
  public var humanising: Humanising

  /// A style; by default the recordings decide.
  public init(choice: VariationChoice = .scored, humanising: Humanising = .none) {
    self.choice = choice
    self.humanising = humanising
  }
}
