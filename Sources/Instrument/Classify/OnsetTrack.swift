// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How many frames after its onset a hit is judged, horizon by horizon.
public struct HorizonFrames: BitwiseCopyable, Sendable {
  private var frames = InlineArray<7, Int>(repeating: 0)

  /// ``HitFeatures/horizonSeconds`` at a sample rate.
  public init(sampleRateHz: Float) {
    for (horizon, seconds) in HitFeatures.horizonSeconds.enumerated() {
      frames[horizon] = Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
  }

  /// How long after the onset the decision of a horizon is taken.
  @_noLocks public subscript(horizon: Int) -> Int { frames[horizon] }

  /// The last horizon that a hit of this age has reached; the first where it has reached none.
  @_noLocks func reached(ageFrames: Int) -> Int {
    var horizon = 0
    while horizon + 1 < HitFeatures.horizonCount && frames[horizon + 1] <= ageFrames {
      horizon += 1
    }
    return horizon
  }
}

/// Where a hit is taken to have begun, and by which horizon it is judged next, while more and more of it is heard.
///
/// The first decisions count from where its onset was found. Before each later one the onset is located again in what
/// was heard by then: it strays much less from the strike than the first, which must be told at once.
public struct OnsetTrack: BitwiseCopyable, Sendable {
  /// The first horizon that is counted from the onset as located again; before, too little was heard to locate it
  /// better.
  public static var firstLocatedHorizon: Int { @_noLocks get { 4 } }

  /// Where the onset was found at first.
  public let foundFrame: Int
  /// Where it is taken to lie now.
  public private(set) var onsetFrame: Int
  /// The horizon by which the hit is judged next; ``HitFeatures/horizonCount`` after the last.
  public private(set) var horizon: Int
  private let horizons: HorizonFrames

  /// The hit at `foundFrame`, found when `frameCount` frames had been heard; horizons that had passed are skipped.
  @_noLocks public init(foundFrame: Int, frameCount: Int, horizons: HorizonFrames) {
    self.foundFrame = foundFrame
    self.horizons = horizons
    onsetFrame = foundFrame
    horizon = horizons.reached(ageFrames: frameCount - foundFrame)
  }

  /// Whether the hit is to be judged now that `frameCount` frames were heard; its onset is then as good as it can be
  /// located by now.
  ///
  /// - Parameter earliestFrame: The hit began no earlier.
  @_noLocks public mutating func isDue(
    frameCount: Int, detector: borrowing OnsetDetector, earliestFrame: Int
  ) -> Bool {
    guard horizon < HitFeatures.horizonCount, frameCount >= onsetFrame + horizons[horizon] else {
      return false
    }
    guard horizon >= Self.firstLocatedHorizon else { return true }
    onsetFrame = detector.onsetFrame(near: foundFrame, earliestFrame: earliestFrame)
    horizon = max(horizon, horizons.reached(ageFrames: frameCount - onsetFrame))
    return frameCount >= onsetFrame + horizons[horizon]
  }

  /// Goes on to the next horizon.
  @_noLocks public mutating func advance() { horizon += 1 }
}
