// SPDX-License-Identifier: GPL-3.0-or-later

/// What a kit's file says, whatever its format: which sound answers which note at which velocities.
public struct KitDescription: Sendable {
  public let name: String
  /// "SFZ" and so on.
  public let format: String
  /// In the order of the file.
  public var regions: [KitRegion]
  public var problems: [KitProblem]
}

/// One sound file and when it sounds.
public struct KitRegion: Sendable {
  /// A part of a sound file, in frames at the file's own rate.
  public struct Slice: Sendable, Hashable {
    public let path: String
    public let firstFrame: Int
    /// Included; nil for the end of the file.
    public let lastFrame: Int?
  }

  /// When a region takes its turn among others of the same note and velocity.
  public struct Turn: Sendable, Hashable {
    let sequenceLength: Int
    let sequencePosition: Int
    let lowRandom: Float
    let highRandom: Float
  }

  public var slice: Slice
  public let line: SourceLine
  /// MIDI notes, 0...127.
  public let notes: ClosedRange<Int>
  /// MIDI velocities, 0...127.
  public let velocities: ClosedRange<Int>
  /// Regions of one turn sound together; those of different turns are variations. Nil: sounds at every turn.
  public let turn: Turn?
  /// Linear.
  public let gain: Float
  /// -1 left ... 1 right.
  public let pan: Float
  /// Linear gain over velocity, 128 points.
  public let velocityGains: [Float]
  /// A new hit in this group ends the region's voices; 0 for none.
  public let offBy: Int
  /// The group that a hit on this region belongs to; 0 for none.
  public let group: Int
  /// How long a voice takes to end, in seconds.
  public let offSeconds: Float
  /// What the kit calls it; may be empty.
  public let label: String
}
