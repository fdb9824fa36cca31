// SPDX-License-Identifier: GPL-3.0-or-later

/// A drum's channel of the mixer.
public struct Strip: BitwiseCopyable, Sendable, Equatable {
  /// Linear; 0 for silence.
  public var gain: Float = 1
  /// Place in the stereo image, -1 left ... 1 right; nil for the kit's own.
  public var pan: Float?
  /// How much of it is also sent to the room; linear, 0 for nothing.
  public var send: Float = 0
  /// Silent.
  public var isMuted = false
  /// Heard, while drums that are not soloed are silent.
  public var isSoloed = false
  /// The difference between left and right, times this: 0 for mono, 1 as it was recorded, 2 for
  /// twice as wide.
  public var width: Float = 1
  /// How much of it is also sent to the delay; linear, 0 for nothing.
  public var delay: Float = 0

  /// The drum as its kit has it.
  public init() {}
}

/// The values of a ``Strip`` that a player can set.
public enum StripParameter: String, ChannelParameter, Codable {
  case gain, pan, send, mute, solo, width, delay

  /// The initial settings.
  public static let untouched = Strip()
  /// Before the name of a drum in JSON.
  public static let channelKey = "drum"
  /// The drum.
  public typealias ChannelName = String

  /// The table.
  public var row: ParameterRow<Strip> {
    switch self {
    case .gain: ParameterRow(.number(\.gain), .gain(upTo: 16, stepDecibels: 1), "gain in dB")
    case .pan: ParameterRow(.kitNumber(\.pan), .place, "from -1 (left) to 1 (right)")
    case .send:
      ParameterRow(
        .number(\.send), .gain(upTo: 4, stepDecibels: 3), "how much goes into the room, in dB",
        text: "# into the room")
    case .mute: ParameterRow(.toggle(\.isMuted), .toggle, "silent", text: "muted")
    case .solo:
      ParameterRow(.toggle(\.isSoloed), .toggle, "heard while others are silent", text: "solo")
    case .width:
      ParameterRow(
        .number(\.width), .number(0...2, step: 0.1),
        "how wide: 0 is mono, 1 as it was recorded", text: "width #")
    case .delay:
      ParameterRow(
        .number(\.delay), .gain(upTo: 4, stepDecibels: 3), "how much goes to the delay, in dB",
        text: "# to the delay")
    }
  }
}

extension Strip: CustomStringConvertible {
  /// In words: "-6.0 dB, 30 % left, -12.0 dB into the room, muted".
  public var description: String { StripParameter.text(of: self) }
}

extension Strip: Codable {
  /// Reads the values that are there; the others are as a strip has them in the beginning.
  public init(from decoder: any Decoder) throws { self = try StripParameter.read(from: decoder) }

  /// Writes all values but those of the kit.
  public func encode(to encoder: any Encoder) throws {
    try StripParameter.write(self, to: encoder)
  }
}
