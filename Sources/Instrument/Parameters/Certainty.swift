// SPDX-License-Identifier: GPL-3.0-or-later

/// How sure the first sound of a hit must be: the later its drum starts, the more of the hit was
/// heard to choose it. The delay is the same for every hit, except weak ones that become certain
/// later: they are answered at once. A wrong sound is corrected while it sounds.
public enum Certainty: String, CaseIterable, Codable, BitwiseCopyable, Sendable {
  /// As soon as a hit is certain to be one.
  case fastest
  /// After some 3 ms.
  case fast
  /// After some 6 ms.
  case sure
  /// After some 11 ms.
  case surest

  /// The horizon whose decision starts the voice.
  public var horizon: Int {
    @_noLocks get {
      switch self {
      case .fastest: 1
      case .fast: 2
      case .sure: 3
      case .surest: 4
      }
    }
  }

  /// From onset to voice, in seconds.
  public var answerDelaySeconds: Float {
    HitFeatures.horizonSeconds[horizon]
  }
}
