// SPDX-License-Identifier: GPL-3.0-or-later

/// The level of the hardest hits, and if it is good for playing.
public struct WorkingLevel: Equatable, Sendable {
  /// What to do about it.
  public enum Verdict: Sendable { case good, soft, muchTooSoft, loud, clipped, unheard }

  /// The best peak of a hard hit, in dBFS: above it harder ones clip, below it soft ones drown.
  public static let best: ClosedRange<Float> = -12 ... -3
  /// The level to aim for, in dBFS.
  public static let aimDecibels: Float = -7
  /// Below this the microphone's own noise is too near, in dBFS.
  static let tooSoftDecibels: Float = -30
  /// From this level on the converter clips, in dBFS.
  static let clippedDecibels: Float = -0.1
  /// The least reduction for clipped hits, in decibels: their true level is unknown.
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

  /// How much to turn the microphone up, or down if negative, in decibels.
  public var gainDecibels: Float {
    guard let level = hardestDecibels else { return 0 }
    switch verdict {
    case .good, .unheard: return 0
    case .clipped: return Self.clippedReliefDecibels
    case .soft, .muchTooSoft, .loud: return Self.aimDecibels - level
    }
  }
}
