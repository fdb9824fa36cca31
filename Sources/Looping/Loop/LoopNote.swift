// SPDX-License-Identifier: GPL-3.0-or-later

/// A hit or a note as it was played, on its way into a loop.
public struct HeardNote: Sendable, Equatable {
  /// The same for all that is reported of it later: a revision, its end.
  public let id: Int
  /// The pad by its role, name or MIDI note, so that another kit can play it.
  public var pad: String
  /// How hard, 0...1.
  public var velocity: Float
  /// A MIDI note, parts of it parts of a semitone; nil for the pad's own.
  public var key: Float?
  /// The middle of its heard spectrum: the base-2 logarithm of a frequency in hertz; nil if it was not heard.
  public var brightnessOctaves: Float?
  /// The output frame on which it began.
  public let frame: Int
  /// How long it is held; nil if it sounds until it fades by itself.
  public var lengthFrames: Int?

  /// A note.
  public init(
    id: Int, pad: String, velocity: Float, key: Float? = nil, brightnessOctaves: Float? = nil,
    frame: Int, lengthFrames: Int? = nil
  ) {
    (self.id, self.pad, self.velocity, self.key) = (id, pad, velocity, key)
    (self.brightnessOctaves, self.frame) = (brightnessOctaves, frame)
    self.lengthFrames = lengthFrames
  }
}

extension HeardNote {
  /// The same at another time.
  func moved(toFrame frame: Int, lengthFrames: Int?) -> HeardNote {
    HeardNote(
      id: id, pad: pad, velocity: velocity, key: key, brightnessOctaves: brightnessOctaves,
      frame: frame, lengthFrames: lengthFrames)
  }
}

/// A note of a loop: it is as it was played, whatever is done to it when it is played again.
public struct LoopNote: Sendable, Equatable {
  /// The note as it was played.
  public internal(set) var heard: HeardNote
  /// Where it begins, in frames since the beginning of the loop. A note shortly before the seam belongs to the beginning
  /// of the next cycle: its position is negative.
  public let position: Int
}

/// What was played between two presses: the first take, or an overdub.
public struct LoopLayer: Sendable, Equatable {
  /// Counted from 1 in the order in which they were begun; no two have the same.
  public let number: Int
  /// In the order in which they were played.
  public internal(set) var notes: [LoopNote] = []
  /// What the microphone heard, in the order of time.
  public internal(set) var stretches: [LoopStretch] = []
}
