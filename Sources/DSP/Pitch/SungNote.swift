// SPDX-License-Identifier: GPL-3.0-or-later

/// A note that a voice held.
public struct SungNote: BitwiseCopyable, Sendable, Equatable {
  /// Where it sets in.
  public let onsetFrame: Int
  /// Where it ends.
  public let endFrame: Int
  /// Its pitch: the mean of the middle half of its readings, of the last 2.5 s.
  public let frequencyHz: Float
  /// How loud it is at its loudest, in dBFS.
  public let levelDecibels: Float

  /// A note.
  public init(onsetFrame: Int, endFrame: Int, frequencyHz: Float, levelDecibels: Float) {
    (self.onsetFrame, self.endFrame) = (onsetFrame, endFrame)
    (self.frequencyHz, self.levelDecibels) = (frequencyHz, levelDecibels)
  }
}
