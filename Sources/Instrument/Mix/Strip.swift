// SPDX-License-Identifier: GPL-3.0-or-later

/// A drum's channel of the mixer.
public struct Strip: BitwiseCopyable, Codable, Sendable, Equatable {
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

/// What a player changes of a drum's ``Strip``; nil for what stays.
public struct StripChange: Codable, Sendable, Equatable {
  /// A drum or several; see ``Kit/pads(named:)``.
  public var drum: String
  /// See ``Strip/gain``.
  public var gain: Float?
  /// See ``Strip/pan``.
  public var pan: Float?
  /// See ``Strip/send``.
  public var send: Float?
  /// See ``Strip/isMuted``.
  public var isMuted: Bool?
  /// See ``Strip/isSoloed``.
  public var isSoloed: Bool?

  /// No change.
  public init(drum: String) { self.drum = drum }

  /// Gains that a strip or a bus can have, linear: up to 24 dB.
  public static let gains: ClosedRange<Float> = 0...16
  /// Places in the stereo image.
  public static let pans: ClosedRange<Float> = -1...1
  /// Gains of the way into the room, linear: up to 12 dB.
  public static let sends: ClosedRange<Float> = 0...4

  /// Its numbers are some that a strip can have.
  public var isPossible: Bool {
    Self.gains.contains(gain ?? 1) && Self.pans.contains(pan ?? 0)
      && Self.sends.contains(send ?? 0)
  }

  /// Changes nothing.
  public var isEmpty: Bool { self == StripChange(drum: drum) }

  /// Keeps what a later change leaves.
  mutating func yield(to later: StripChange) {
    if later.gain != nil { gain = nil }
    if later.pan != nil { pan = nil }
    if later.send != nil { send = nil }
    if later.isMuted != nil { isMuted = nil }
    if later.isSoloed != nil { isSoloed = nil }
  }

  /// The strip as it is then.
  public func applied(to strip: Strip) -> Strip {
    var strip = strip
    strip.gain = gain ?? strip.gain
    strip.pan = pan ?? strip.pan
    strip.send = send ?? strip.send
    strip.isMuted = isMuted ?? strip.isMuted
    strip.isSoloed = isSoloed ?? strip.isSoloed
    return strip
  }
}
