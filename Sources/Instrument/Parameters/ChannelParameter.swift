// SPDX-License-Identifier: GPL-3.0-or-later

/// The values of a channel of the mixer that a player can set, as a table: each case is a row.
/// Commands, OSC addresses, typed words, options, keys, knobs, faders, undo and the journal read
/// it, so that a new value is a row and its arithmetic.
public protocol ChannelParameter: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The channel with these values; its initialiser gives the defaults.
  associatedtype Channel: Equatable & Sendable
  /// The channel's name.
  associatedtype ChannelName: Codable & Hashable & Sendable

  /// A channel with all defaults.
  static var untouched: Channel { get }
  /// The key of ``ChannelName`` in JSON: "drum".
  static var channelKey: String { get }
  /// Its row of the table.
  var row: ParameterRow<Channel> { get }
}

/// A row of a table of parameters.
public struct ParameterRow<Channel> {
  /// Where a channel has it; nil if the default comes from the kit.
  enum Place {
    case number(WritableKeyPath<Channel, Float>)
    case kitNumber(WritableKeyPath<Channel, Float?>)
    case toggle(WritableKeyPath<Channel, Bool>)
  }

  let place: Place
  let scale: ParameterScale
  let meaning: String
  /// Its text for a channel; "#" stands for its value.
  let text: String

  /// A row.
  ///
  /// - Parameters:
  ///   - place: Where a channel has it.
  ///   - scale: Its range.
  ///   - meaning: Its meaning, in a few words.
  ///   - text: Its text for a channel; "#" stands for its value.
  init(_ place: Place, _ scale: ParameterScale, _ meaning: String, text: String = "#") {
    (self.place, self.scale, self.meaning, self.text) = (place, scale, meaning, text)
  }
}

extension ChannelParameter {
  /// The players' name for it: typed, in options, in JSON, at the end of an OSC address.
  public var name: String { rawValue }
  /// Its range.
  public var scale: ParameterScale { row.scale }
  /// Its meaning, in a few words.
  public var meaning: String { row.meaning }
  /// It is on or off.
  public var isToggle: Bool { scale.kind == .toggle }
  /// The default comes from the kit.
  public var isOfKit: Bool { value(in: Self.untouched) == nil }

  /// Its value in a channel, 1 or 0 for on or off; nil for the kit's own.
  public func value(in channel: Channel) -> Float? {
    switch row.place {
    case .number(let path): channel[keyPath: path]
    case .kitNumber(let path): channel[keyPath: path]
    case .toggle(let path): channel[keyPath: path] ? 1 : 0
    }
  }

  /// Sets it in a channel; nil for the kit's own value, or the default.
  public func set(_ value: Float?, in channel: inout Channel) {
    switch row.place {
    case .number(let path): channel[keyPath: path] = value ?? Self.untouched[keyPath: path]
    case .kitNumber(let path): channel[keyPath: path] = value
    case .toggle(let path):
      channel[keyPath: path] = value.map { $0 > 0 } ?? Self.untouched[keyPath: path]
    }
  }

  /// Its value in a channel in words: "-12.0 dB into the room"; nil for the default, except for the
  /// gain.
  public func text(in channel: Channel) -> String? {
    guard let value = value(in: channel),
      name == "gain" || value != self.value(in: Self.untouched)
    else { return nil }
    return row.text.replacing("#", with: scale.text(value))
  }

  /// A channel in words: "-6.0 dB, 30 % left, -12.0 dB into the room, muted".
  static func text(of channel: Channel) -> String {
    allCases.compactMap { $0.text(in: channel) }.joined(separator: ", ")
  }

  /// Reads a channel's values from JSON; those that are missing or null are as an untouched channel
  /// has them.
  static func read(from decoder: any Decoder) throws -> Channel {
    let values = try decoder.container(keyedBy: ParameterKey<Self>.self)
    var channel = untouched
    for parameter in allCases {
      guard let value = try values.value(of: parameter) else { continue }
      parameter.set(value, in: &channel)
    }
    return channel
  }

  /// Writes all values of a channel but those of the kit.
  static func write(_ channel: Channel, to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: ParameterKey<Self>.self)
    for parameter in allCases {
      guard let value = parameter.value(in: channel) else { continue }
      try values.set(value, of: parameter)
    }
  }
}
