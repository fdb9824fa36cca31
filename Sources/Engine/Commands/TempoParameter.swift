// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

/// The numbers of the musical clock that a player can set. OSC addresses, pages, knobs and
/// controllers use this table. The meter is a text instead, "6/8".
public enum TempoParameter: String, CaseIterable, Sendable {
  case tempo, click

  /// Its name for players.
  public var name: String { rawValue }

  /// Its range.
  public var scale: ParameterScale {
    switch self {
    case .tempo: .tempo(PlayedTempo.range)
    case .click: .toggle
    }
  }

  /// Its meaning, in a few words.
  public var meaning: String {
    switch self {
    case .tempo: "beats of the meter a minute"
    case .click: "the metronome clicks"
    }
  }

  /// Its value, 1 or 0 for on or off.
  public func value(in tempo: PlayedTempo) -> Double {
    switch self {
    case .tempo: tempo.beatsPerMinute
    case .click: tempo.isClicking ? 1 : 0
    }
  }

  /// The command that sets it.
  public func command(_ value: Double) -> EngineCommand {
    switch self {
    case .tempo: .tempo(EngineCommand.Tempo(beatsPerMinute: value))
    case .click: .tempo(EngineCommand.Tempo(isClicking: value != 0))
    }
  }
}
