// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person's sounds have in common as strikes, so that foreign sounds are distinguished from
/// all of them; plain numbers.
///
/// One Gaussian a sound over the levels of a ``HitShape``, below the loudest, with a covariance
/// they share. It is wide where another day, room or microphone may change a sound, unlike the
/// model that distinguishes the sounds.
public struct UnknownSoundModel: Sendable, Equatable {
  /// The model when a shape is heard up to ``HitShape/fewestSegments`` segments, and one and two
  /// more.
  public struct Stage: Sendable, Equatable {
    /// For each sound the levels expected in the segments from ``UnknownSoundModel/firstSegment``
    /// on, in decibels below the loudest, a band after another.
    public var means: [[Float]]
    /// How these vary together, in square decibels; square, row-major.
    public var covariance: [Double]
    /// A hit beyond this distance (``UnknownSoundRejector/logDistance(_:sound:)``) from every sound
    /// is not one of them.
    public var logFarthest: Float

    /// A stage from its numbers.
    public init(means: [[Float]], covariance: [Double], logFarthest: Float) {
      self.means = means
      self.covariance = covariance
      self.logFarthest = logFarthest
    }
  }

  /// How many stages there are.
  public static var stageCount: Int { 3 }
  /// Segments before this one say nothing about a sound.
  public static var firstSegment: Int { @_noLocks get { 2 } }
  /// Levels further below the loudest count as silence, in decibels.
  public static var floorDecibels: Float { @_noLocks get { -24 } }

  /// Bands of a segment, at most ``HitShape/bandCount``: fewer if the examples came from a low
  /// sample rate.
  public var bandCount: Int
  /// Median peak of each sound's examples, in dBFS; empty if there are no stages.
  public var medianDecibels: [Float]
  /// One for each number of segments; empty if every hit counts as one of the sounds.
  public var stages: [Stage]

  /// A model from its numbers.
  public init(bandCount: Int, stages: [Stage], medianDecibels: [Float]) {
    precondition(
      stages.isEmpty
        || stages.count == Self.stageCount
          && stages.enumerated().allSatisfy { stage, numbers in
            let size = Self.size(stage: stage, bandCount: bandCount)
            return numbers.covariance.count == size * size
              && numbers.means.count == medianDecibels.count
              && numbers.means.allSatisfy { $0.count == size }
          },
      "a stage has one number for each segment and band")
    self.bandCount = bandCount
    self.stages = stages
    self.medianDecibels = medianDecibels
  }

  /// Takes no hit for a stranger.
  public static let none = UnknownSoundModel(
    bandCount: HitShape.bandCount, stages: [],
    medianDecibels: [])

  /// How many levels a stage knows.
  public static func size(stage: Int, bandCount: Int) -> Int {
    (HitShape.fewestSegments + stage - firstSegment) * bandCount
  }
}
