// SPDX-License-Identifier: GPL-3.0-or-later

/// A drum's channel of the mixer.
public struct Strip: BitwiseCopyable, Sendable, Equatable {
  /// Linear; 0 for silence.
  public var gain: Float = 1
  /// Place in the stereo image, -1 left ... 1 right; nil for the kit's own.
  public var pan: Float?
  /// How much of what is heard of it goes into the room besides; linear, 0 for nothing.
  public var send: Float = 0
  /// Silent.
  public var isMuted = false
  /// Heard, while drums that are not soloed are silent.
  public var isSoloed = false

  /// The drum as its kit has it.
  public init() {}
}

/// The values of a ``Strip`` that a player can set: the table from which commands, OSC addresses, typed words, options, keys,
/// knobs, faders, undo and the journal take them.
public enum StripParameter: String, CaseIterable, Codable, Sendable {
  case gain, pan, send, mute, solo

  /// Where a strip has it; nil where the kit has it while nobody set it.
  enum Place {
    case number(WritableKeyPath<Strip, Float>)
    case kitNumber(WritableKeyPath<Strip, Float?>)
    case toggle(WritableKeyPath<Strip, Bool>)
  }

  /// A row of the table: where a strip has it, what it can be, what it is in a few words, and how it is told of a strip, where
  /// "#" is its value.
  private var row: (place: Place, scale: ParameterScale, meaning: String, told: String) {
    switch self {
    case .gain: (.number(\.gain), .gain(upTo: 16, stepDecibels: 1), "gain in dB", "#")
    case .pan: (.kitNumber(\.pan), .place, "from -1 (left) to 1 (right)", "#")
    case .send:
      (
        .number(\.send), .gain(upTo: 4, stepDecibels: 3), "how much goes into the room, in dB",
        "# into the room"
      )
    case .mute: (.toggle(\.isMuted), .toggle, "silent", "muted")
    case .solo: (.toggle(\.isSoloed), .toggle, "heard while others are silent", "solo")
    }
  }

  /// What players call it: typed, in options, in JSON, at the end of an OSC address.
  public var name: String { rawValue }
  /// What it can be.
  public var scale: ParameterScale { row.scale }
  /// What it is, in a few words.
  public var meaning: String { row.meaning }
  /// It is on or off.
  public var isToggle: Bool { scale.kind == .toggle }

  /// The kit has it where nobody set it.
  public var isOfKit: Bool { value(in: Strip()) == nil }

  /// Its value in a strip, 1 or 0 for on or off; nil for the kit's own.
  public func value(in strip: Strip) -> Float? {
    switch row.place {
    case .number(let path): strip[keyPath: path]
    case .kitNumber(let path): strip[keyPath: path]
    case .toggle(let path): strip[keyPath: path] ? 1 : 0
    }
  }

  /// Sets it in a strip; nil for the kit's own, or for what a strip has in the beginning.
  public func set(_ value: Float?, in strip: inout Strip) {
    switch row.place {
    case .number(let path): strip[keyPath: path] = value ?? Strip()[keyPath: path]
    case .kitNumber(let path): strip[keyPath: path] = value
    case .toggle(let path): strip[keyPath: path] = value.map { $0 > 0 } ?? Strip()[keyPath: path]
    }
  }

  /// Its value in a strip in words: "-12.0 dB into the room"; nil for what a strip has in the beginning.
  public func text(in strip: Strip) -> String? {
    guard let value = value(in: strip), self == .gain || value != self.value(in: Strip()) else {
      return nil
    }
    return row.told.replacing("#", with: scale.text(value))
  }
}

extension Strip: CustomStringConvertible {
  /// In words: "-6.0 dB, 30 % left, -12.0 dB into the room, muted".
  public var description: String {
    StripParameter.allCases.compactMap { $0.text(in: self) }.joined(separator: ", ")
  }
}

extension Strip: Codable {
  /// Reads the values that are there; the others are as a strip has them in the beginning.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StripKey.self)
    for parameter in StripParameter.allCases {
      guard let value = try values.value(of: parameter) else { continue }
      parameter.set(value, in: &self)
    }
  }

  /// Writes all values but those of the kit.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: StripKey.self)
    for parameter in StripParameter.allCases {
      guard let value = parameter.value(in: self) else { continue }
      try values.set(value, of: parameter)
    }
  }
}
