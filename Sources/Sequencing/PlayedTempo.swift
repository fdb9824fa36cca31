// SPDX-License-Identifier: GPL-3.0-or-later

/// How fast a player wants to play, and whether a metronome clicks it.
public struct PlayedTempo: BitwiseCopyable, Codable, Sendable, Equatable {
  /// Beats a minute that there are: from slow ones, between which a player subdivides, to those of eighths at 250 quarters a
  /// minute.
  public static let range = 20.0...500.0
  /// "20...500".
  public static let rangeText = "\(Int(range.lowerBound))...\(Int(range.upperBound))"

  /// Beats of the meter a minute.
  public var beatsPerMinute = 120.0
  /// How many beats a bar has; each bar's first one is higher.
  public var meter = Meter.common
  /// The metronome clicks.
  public var isClicking = false

  /// 120 quarters a minute, and no clicks.
  public init() {}

  /// The length of a whole note, in seconds.
  public var wholeNoteSeconds: Double {
    @_noLocks get { 240 / (beatsPerMinute * meter.quartersPerBeat) }
  }

  /// No session has another one.
  public var isPossible: Bool { Self.range.contains(beatsPerMinute) }
}
