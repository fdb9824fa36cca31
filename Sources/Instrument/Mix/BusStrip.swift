// SPDX-License-Identifier: GPL-3.0-or-later

/// A bus of the mixer as the player has it.
public struct BusStrip: BitwiseCopyable, Sendable, Equatable {
  /// Linear; 0 for silence.
  public var gain: Float
  /// Silent; its gain returns afterwards.
  public var isMuted = false

  /// A bus with a gain.
  public init(gain: Float = 1) { self.gain = gain }

  /// The linear gain with which it is heard.
  public var heardGain: Float { @_noLocks get { isMuted ? 0 : gain } }
}

/// The values of a ``BusStrip`` that a player can set.
public enum BusParameter: String, ChannelParameter, Codable {
  case gain, mute

  /// The initial settings.
  public static let untouched = BusStrip()
  /// Before the name of a bus in JSON.
  public static let channelKey = "bus"
  /// The bus.
  public typealias ChannelName = MixBus

  /// The table.
  public var row: ParameterRow<BusStrip> {
    switch self {
    case .gain: ParameterRow(.number(\.gain), .gain(upTo: 16, stepDecibels: 1), "gain in dB")
    case .mute: ParameterRow(.toggle(\.isMuted), .toggle, "silent", text: "muted")
    }
  }
}

extension BusStrip: CustomStringConvertible {
  /// In words: "-6.0 dB, muted".
  public var description: String { BusParameter.text(of: self) }
}

extension BusStrip: Codable {
  /// Reads the values that are there; the others are as a bus has them in the beginning.
  public init(from decoder: any Decoder) throws { self = try BusParameter.read(from: decoder) }

  /// Writes all values.
  public func encode(to encoder: any Encoder) throws { try BusParameter.write(self, to: encoder) }
}

/// A player's change of the ``BusStrip`` of a bus.
public struct BusChange: ParameterChange {
  /// Which.
  public var bus: MixBus
  /// The changes.
  public var values: [BusParameter: Float?] = [:]
  /// The bus.
  public var channel: MixBus { bus }

  /// No change.
  public init(channel: MixBus) { bus = channel }

  /// A change of one value.
  public init(_ bus: MixBus, _ parameter: BusParameter, _ value: Float?) {
    self.bus = bus
    self[parameter] = value
  }

  /// All values of a bus.
  public init(_ bus: MixBus, _ strip: BusStrip) {
    self.bus = bus
    for parameter in BusParameter.allCases { self[parameter] = parameter.value(in: strip) }
  }
}
