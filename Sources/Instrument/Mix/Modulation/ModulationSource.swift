// SPDX-License-Identifier: GPL-3.0-or-later

/// What of a hit moves a value: each is a number of 0 to 1.
public enum ModulationSource: String, CaseIterable, Codable, BitwiseCopyable, Sendable {
  /// How hard the drum plays.
  case velocity
  /// The middle of its heard spectrum, evenly in octaves: 0 at 125 Hz and below, 1 at 8 kHz and above.
  case brightness
  /// Where in the bar of the metronome it plays: 0 at the beginning.
  case place
  /// The peak that was heard, evenly in decibels: 0 at -48 dBFS and below, 1 at full scale.
  case loudness

  /// The base-2 logarithm of 125 Hz.
  private static var dullOctaves: Float { @_noLocks get { 6.965_784_3 } }
  /// From there to 8 kHz.
  private static var octaveCount: Float { @_noLocks get { 6 } }
  /// From the softest to full scale.
  private static var decibelCount: Float { @_noLocks get { 48 } }

  /// The number of a stroke; nil if the stroke does not say it.
  @_noLocks func value(of stroke: NoteOn) -> Float? {
    switch self {
    case .velocity: stroke.velocity
    case .brightness:
      (stroke.followedOctaves ?? stroke.brightnessOctaves).map {
        Self.held(($0 - Self.dullOctaves) / Self.octaveCount)
      }
    case .loudness: stroke.peakDecibels.map { Self.held(1 + $0 / Self.decibelCount) }
    case .place: nil
    }
  }

  @_noLocks private static func held(_ value: Float) -> Float { min(1, max(0, value)) }
}
