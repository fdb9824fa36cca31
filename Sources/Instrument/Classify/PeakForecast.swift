// SPDX-License-Identifier: GPL-3.0-or-later

/// The forecast of a hit's loudness for one sound, from its peak so far at one horizon.
///
/// Before its peak a hit shows its onset more than its strength: two hits of the same strength may
/// differ by 10 dB in their first milliseconds and meet at their peaks. So the remaining rise is a
/// straight line that falls with the level reached: the lower the level, the higher the rise. Hits
/// softer or harder than any learned one rise like the nearest of those.
public struct PeakForecast: BitwiseCopyable, Sendable, Equatable {
  /// Peak level that a hit has usually reached, in dBFS.
  public var reachedDecibels: Float
  /// How far it then still rises, in decibels.
  public var riseDecibels: Float
  /// How much more it rises for each decibel more that it has reached; -1 (every hit ends equally
  /// loud) ... 0 (every hit rises equally far).
  public var slope: Float
  /// The least level that a hit it was learned from had reached, in dBFS.
  public var softestDecibels: Float
  /// The highest such level, in dBFS.
  public var hardestDecibels: Float

  /// A forecast; the defaults take the peak so far for the last word.
  public init(
    reachedDecibels: Float = 0, riseDecibels: Float = 0, slope: Float = 0,
    softestDecibels: Float = 0, hardestDecibels: Float = 0
  ) {
    precondition((-1...0).contains(slope), "a louder hit does not become a softer one")
    precondition(softestDecibels <= hardestDecibels, "a hard hit is louder than a soft one")
    self.reachedDecibels = reachedDecibels
    self.riseDecibels = riseDecibels
    self.slope = slope
    self.softestDecibels = softestDecibels
    self.hardestDecibels = hardestDecibels
  }

  /// How far a hit with a peak of `reachedDecibels` so far still rises, in decibels; 0 or more.
  @_noLocks public func rise(reachedDecibels level: Float) -> Float {
    let known = min(hardestDecibels, max(softestDecibels, level))
    return max(0, riseDecibels + slope * (known - reachedDecibels))
  }
}
