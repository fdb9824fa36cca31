// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a knob or a controller moves: a bus, "room"; the tempo; a drum's gain, "snare"; another value of it, "snare pan".
public enum MixTarget: Sendable, Equatable {
  case bus(MixBus)
  case tempo
  case strip(drum: String, StripParameter)

  /// What a text names.
  public init(_ text: String) {
    if let bus = MixBus(rawValue: text) {
      self = .bus(bus)
      return
    }
    if text == TempoParameter.tempo.name {
      self = .tempo
      return
    }
    let words = text.split(separator: " ")
    if words.count > 1, let parameter = StripParameter(rawValue: String(words[words.count - 1])) {
      self = .strip(drum: words.dropLast().joined(separator: " "), parameter)
    } else {
      self = .strip(drum: text, .gain)
    }
  }

  /// What sets it where a knob stands.
  ///
  /// - Parameters:
  ///   - share: 0...1 of the knob's way.
  ///   - gain: The linear gain that it has there by its own law.
  public func command(share: Float, gain: Float) -> EngineCommand {
    switch self {
    case .bus(let bus): .bus(EngineCommand.Bus(bus, gain: gain))
    case .tempo:
      TempoParameter.tempo.command(
        Double(TempoParameter.tempo.scale.value(atShare: share, gain: gain)))
    case .strip(let drum, let parameter):
      .strip(
        StripChange(drum: drum, parameter, parameter.scale.value(atShare: share, gain: gain)))
    }
  }
}

extension MixTarget: CustomStringConvertible {
  /// In words: "gain of snare".
  public var description: String {
    switch self {
    case .bus(let bus): "gain of \(bus.rawValue)"
    case .tempo: TempoParameter.tempo.name
    case .strip(let drum, let parameter): "\(parameter.name) of \(drum)"
    }
  }
}
