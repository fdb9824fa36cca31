// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

/// The numbers of the musical clock that a player can set: the table from which OSC addresses, pages, knobs and controllers take
/// them. The meter beside them is a text, "6/8".
public enum TempoParameter: String, CaseIterable, Sendable {
  case tempo, click

  /// What players call it.
  public var name: String { rawValue }

  /// What it can be.
  public var scale: ParameterScale {
    switch self {
    case .tempo: .tempo(PlayedTempo.range)
    case .click: .toggle
    }
  }

  /// What it is, in a few words.
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

  /// What sets it.
  public func command(_ value: Double) -> EngineCommand {
    switch self {
    case .tempo: .tempo(EngineCommand.Tempo(beatsPerMinute: value))
    case .click: .tempo(EngineCommand.Tempo(isClicking: value != 0))
    }
  }
}
