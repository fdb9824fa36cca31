// SPDX-License-Identifier: GPL-3.0-or-later

/// The source of a hit. New ones go at the end: identities keep its place.
public enum HitSource: String, Codable, CaseIterable, BitwiseCopyable, Sendable {
  /// It was heard.
  case microphone
  /// A note of a MIDI device.
  case midi
  /// A key of the computer.
  case key
  /// A message of Open Sound Control.
  case osc
  /// A board of switches or pads.
  case board
  /// A page in a browser.
  case page
  /// A loop that repeats.
  case loop
  /// A score.
  case score
  /// A pattern or a song that plays along.
  case pattern

  /// Anyone on the network may send it, without a password.
  public var isUnguarded: Bool { self == .osc }
}

/// Identifies a hit from beginning to end: in voices, events and sessions. No other hit of the same
/// run has it.
///
/// Heard hits count from 1 in the order in which they began, including those withdrawn later. A hit
/// that is struck anew, because the first sound was the touch before the stroke, is withdrawn and
/// begins as another: its voice ends and another one starts, and sessions keep both. A hit that is
/// refused counts separately; if it had begun, it was withdrawn first under its first identity.
///
/// As text it is a decimal number; for a hit that was heard and began it is its place among them.
public struct HitIdentity: BitwiseCopyable, Hashable, Sendable {
  /// Bits 0 to 54: the number. Bit 55: it never began. Bits 56 to 63: the source, by its place in
  /// `HitSource.allCases`.
  public let rawValue: UInt64

  private static var refusedBit: UInt64 { @_noLocks get { 1 << 55 } }

  /// The hit that began as number `number`, counted from 1, of those that are heard.
  @_noLocks public init(heard number: Int) { rawValue = UInt64(truncatingIfNeeded: number) }

  /// The hit that was refused as number `number`, counted from 1, of those that are heard.
  @_noLocks public init(refused number: Int) {
    rawValue = Self.refusedBit | UInt64(truncatingIfNeeded: number)
  }

  /// The hit number `number`, 1 to 2⁵⁵ - 1, of a source.
  public init(_ number: Int, from source: HitSource) {
    precondition(number > 0 && UInt64(number) < Self.refusedBit, "a number of 55 bits")
    let place = HitSource.allCases.firstIndex(of: source) ?? 0
    rawValue = UInt64(place) << 56 | UInt64(number)
  }

  /// The identity that has a raw value; nil if that names no source.
  public init?(rawValue: UInt64) {
    guard Int(rawValue >> 56) < HitSource.allCases.count else { return nil }
    self.rawValue = rawValue
  }

  /// Its place among the hits of its source.
  public var number: Int {
    @_noLocks get { Int(truncatingIfNeeded: rawValue & (Self.refusedBit - 1)) }
  }

  /// Its number for voices: for a heard hit its ``number``.
  public var voiceNumber: Int { @_noLocks get { Int(truncatingIfNeeded: rawValue) } }

  /// A number for voices is that of a note of a loop.
  @_noLocks static func isLooped(voiceNumber: Int) -> Bool {
    voiceNumber >> 56 == Int(unsafeBitCast(HitSource.loop, to: UInt8.self))
  }

  /// The source of the hit.
  public var source: HitSource { HitSource.allCases[Int(rawValue >> 56)] }

  /// It was heard, and did not begin.
  public var isRefused: Bool { rawValue & Self.refusedBit != 0 }
}

extension HitIdentity: LosslessStringConvertible {
  /// A decimal number.
  public var description: String { "\(rawValue)" }

  /// Reads ``description``; nil for anything else.
  public init?(_ description: String) {
    guard let value = UInt64(description) else { return nil }
    self.init(rawValue: value)
  }
}

extension HitIdentity: Codable {
  /// Reads it from its text.
  public init(from decoder: Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let identity = HitIdentity(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is no identity of a hit")
    }
    self = identity
  }

  /// Writes it as text: it has more digits than some readers of JSON keep in a number.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
