// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What makes the confidences of a model come true, learned on examples it was not trained with.
public struct Calibration: Sendable, Equatable {
  /// Factor on the distances of each horizon.
  public var sharpness: [Float]
  /// Squared distance from the nearest sound beyond which a hit is none of them, by horizon.
  public var rejectDistance: [Float]

  /// No calibration: distances count in full and nothing is rejected.
  public init() {
    sharpness = Array(repeating: 1, count: HitFeatures.horizonCount)
    rejectDistance = Array(repeating: .infinity, count: HitFeatures.horizonCount)
  }
}
