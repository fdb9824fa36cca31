// SPDX-License-Identifier: GPL-3.0-or-later

/// Learning of a sound while playing: how its features differ from the examples.
public struct TaughtSound: Sendable, Equatable {
  /// How many hits taught it.
  public var hits: Int
  /// Bands a look.
  public let bandCount: Int
  /// Horizon by horizon, look by look: an offset to the mean of each band, in decibels.
  public var shiftsDecibels: [[Float]]

  /// The teaching of `hits` hits.
  public init(hits: Int, bandCount: Int, shiftsDecibels: [[Float]]) {
    precondition(
      shiftsDecibels.count == HitFeatures.horizonCount
        && shiftsDecibels.allSatisfy { $0.count == HitFeatures.lookCount * bandCount },
      "a number for each feature and horizon")
    self.hits = hits
    self.bandCount = bandCount
    self.shiftsDecibels = shiftsDecibels
  }

  /// Earlier and later learning together.
  public func adding(_ later: TaughtSound) -> TaughtSound {
    TaughtSound(
      hits: hits + later.hits, bandCount: bandCount,
      shiftsDecibels: (0..<HitFeatures.horizonCount).map { horizon in
        (0..<HitFeatures.lookCount * bandCount).map { feature in
          shiftsDecibels[horizon][feature]
            + later.shift(
              horizon: horizon, look: feature / bandCount, band: feature % bandCount)
        }
      })
  }

  /// The offset to the mean of a band, in decibels; 0 for a band that was not heard.
  public func shift(horizon: Int, look: Int, band: Int) -> Float {
    band < bandCount ? shiftsDecibels[horizon][look * bandCount + band] : 0
  }
}
