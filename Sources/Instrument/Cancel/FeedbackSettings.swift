// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the instrument keeps its own drums from triggering it.
public struct FeedbackSettings: Codable, Sendable, Equatable {
  /// The earliest return that is looked for, in frames after it was played: a block of the guard
  /// and one of the device, or less than any device takes.
  public var earliestFrames = 128
  /// How long after that a return is still predicted, in seconds.
  public var pathSeconds: Float = 0.17
  /// The remaining echo raises the detector's expectation.
  public var raisesExpectation = true

  private static let possibleFrames = 0...1 << 20
  private static let possibleSeconds: ClosedRange<Float> = 0.01...1

  /// Its numbers are some that a guard can be set to.
  var isPossible: Bool {
    Self.possibleFrames.contains(earliestFrames) && Self.possibleSeconds.contains(pathSeconds)
  }

  /// The settings that serve most people.
  public init() {}

  /// The same for a device with a period of `periodFrames`.
  public init(periodFrames: Int) { earliestFrames = PartitionedFilter.blockFrames + periodFrames }
}
