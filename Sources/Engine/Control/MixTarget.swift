// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The target of a knob or a controller: the gain of a bus or a drum, "room", "snare"; the tempo;
/// another value of a bus or a drum, "room mute", "snare pan".
public enum MixTarget: Sendable, Equatable {
  case bus(MixBus, BusParameter)
  case tempo
  case strip(drum: String, StripParameter)

  /// The target that a text names.
  public init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let (channel, last) = (words.dropLast().joined(separator: " "), words.last ?? "")
    if let bus = MixBus(rawValue: text) {
      self = .bus(bus, .gain)
    } else if text == TempoParameter.tempo.name {
      self = .tempo
    } else if let bus = MixBus(rawValue: channel), let parameter = BusParameter(rawValue: last) {
      self = .bus(bus, parameter)
    } else if words.count > 1, let parameter = StripParameter(rawValue: last) {
      self = .strip(drum: channel, parameter)
    } else {
      self = .strip(drum: text, .gain)
    }
  }

  /// The command for a knob's position.
  ///
  /// - Parameters:
  ///   - share: The knob's position, 0...1.
  ///   - gain: The linear gain at that position by the knob's own law.
  public func command(share: Float, gain: Float) -> EngineCommand {
    switch self {
    case .bus(let bus, let parameter):
      .bus(BusChange(bus, parameter, parameter.scale.value(atShare: share, gain: gain)))
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
    case .bus(let bus, let parameter): "\(parameter.name) of \(bus.rawValue)"
    case .tempo: TempoParameter.tempo.name
    case .strip(let drum, let parameter): "\(parameter.name) of \(drum)"
    }
  }
}
