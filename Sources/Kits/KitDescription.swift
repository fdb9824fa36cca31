// SPDX-License-Identifier: GPL-3.0-or-later

/// What a kit's file says, whatever its format: which sound answers which note at which velocities.
struct KitDescription: Sendable {
  let name: String
  /// "SFZ" and so on.
  let format: String
  /// In the order of the file.
  var regions: [KitRegion]
  var problems: [KitProblem]
}

/// One sound file and when it sounds.
struct KitRegion: Sendable {
  /// A part of a sound file, in frames at the file's own rate.
  struct Slice: Sendable, Hashable {
    let path: String
    let firstFrame: Int
    /// Included; nil for the end of the file.
    let lastFrame: Int?
  }

  /// When a region takes its turn among others of the same note and velocity.
  struct Turn: Sendable, Hashable {
    let sequenceLength: Int
    let sequencePosition: Int
    let lowRandom: Float
    let highRandom: Float
  }

  var slice: Slice
  let line: SourceLine
  /// MIDI notes, 0...127.
  let notes: ClosedRange<Int>
  /// MIDI velocities, 0...127.
  let velocities: ClosedRange<Int>
  /// Regions of one turn sound together; those of different turns are variations. Nil: sounds at every turn.
  let turn: Turn?
  /// Linear.
  let gain: Float
  /// -1 left ... 1 right.
  let pan: Float
  /// Linear gain over velocity, 128 points.
  let velocityGains: [Float]
  /// A new hit in this group ends the region's voices; 0 for none.
  let offBy: Int
  /// The group that a hit on this region belongs to; 0 for none.
  let group: Int
  /// How long a voice takes to end, in seconds.
  let offSeconds: Float
  /// What the kit calls it; may be empty.
  let label: String
}
