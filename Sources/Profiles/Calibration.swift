// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What makes the confidences of a model come true, learned on examples it was not trained with.
public struct Calibration: Sendable, Equatable {
  /// Factor on the distances of each horizon.
  public var sharpness: [Float]

  /// No calibration: distances count in full.
  public init() {
    sharpness = Array(repeating: 1, count: HitFeatures.horizonCount)
  }
}
