// SPDX-License-Identifier: GPL-3.0-or-later

/// How loud the hardest hits come in, and whether that is a good level to play with.
public struct WorkingLevel: Equatable, Sendable {
  /// What to do about it.
  public enum Verdict: Sendable { case good, soft, muchTooSoft, loud, clipped, unheard }

  /// Where the peak of a hard hit should lie, in dBFS: above, harder ones clip; below, soft ones drown.
  public static let best: ClosedRange<Float> = -12 ... -3
  /// Where to turn it to, in dBFS.
  public static let aimDecibels: Float = -7
  /// Weaker than this, a microphone's own noise is too near, in dBFS.
  static let tooSoftDecibels: Float = -30
  /// From here on a converter is at its end, in dBFS.
  static let clippedDecibels: Float = -0.1
  /// How far to turn down what is clipped, at least, in decibels: how loud it is does not show.
  static let clippedReliefDecibels: Float = -12

  /// Peak of the hardest hit in dBFS; nil if none was heard.
  public let hardestDecibels: Float?

  /// The level of hits with the highest peak at `hardestDecibels`.
  public init(hardestDecibels: Float?) { self.hardestDecibels = hardestDecibels }

  /// What to do about it.
  public var verdict: Verdict {
    guard let level = hardestDecibels else { return .unheard }
    if level >= Self.clippedDecibels { return .clipped }
    if level > Self.best.upperBound { return .loud }
    if level >= Self.best.lowerBound { return .good }
    return level < Self.tooSoftDecibels ? .muchTooSoft : .soft
  }

  /// By how much to turn the microphone up, or down where it is negative, in decibels.
  public var gainDecibels: Float {
    guard let level = hardestDecibels else { return 0 }
    switch verdict {
    case .good, .unheard: return 0
    case .clipped: return Self.clippedReliefDecibels
    case .soft, .muchTooSoft, .loud: return Self.aimDecibels - level
    }
  }
}
