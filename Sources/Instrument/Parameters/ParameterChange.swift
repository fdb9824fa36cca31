// SPDX-License-Identifier: GPL-3.0-or-later

/// A player's change of a mixer channel's values; as JSON the channel's name, and each value that
/// changes.
public protocol ParameterChange: Codable, Equatable, Sendable {
  /// The rows of its values.
  associatedtype Parameter: ChannelParameter

  /// Which channel.
  var channel: Parameter.ChannelName { get }
  /// The changes; see ``subscript(_:)``.
  var values: [Parameter: Float?] { get set }
  /// No change.
  init(channel: Parameter.ChannelName)
}

extension ParameterChange {
  /// The changed value, 1 or 0 for on or off. Set to nil, it becomes the kit's own, or the default;
  /// see ``changes(_:)``.
  public subscript(parameter: Parameter) -> Float? {
    get { values[parameter] ?? nil }
    set { values[parameter] = .some(newValue) }
  }

  /// A value changes, be it to the kit's own.
  public func changes(_ parameter: Parameter) -> Bool { values[parameter] != nil }

  /// The values that change, in the order of the table.
  public var parameters: [Parameter] { Parameter.allCases.filter(changes) }

  /// The first value that is out of range; nil for none.
  public var impossible: Parameter? {
    parameters.first { parameter in
      self[parameter].map { !parameter.scale.range.contains($0) } ?? false
    }
  }

  /// Changes nothing.
  public var isEmpty: Bool { values.isEmpty }

  /// Leaves a value unchanged.
  mutating func leave(_ parameter: Parameter) { values[parameter] = nil }

  /// Keeps only values that a later change does not set.
  mutating func yield(to later: Self) {
    for parameter in later.parameters { leave(parameter) }
  }

  /// The channel after the change.
  public func applied(to channel: Parameter.Channel) -> Parameter.Channel {
    var channel = channel
    for (parameter, value) in values { parameter.set(value, in: &channel) }
    return channel
  }

  /// The change that undoes it, for a channel of that name in the given state.
  public func inverse(of state: Parameter.Channel, channel name: Parameter.ChannelName) -> Self {
    var before = Self(channel: name)
    for parameter in parameters { before[parameter] = parameter.value(in: state) }
    return before
  }

  /// Reads a change; null is the kit's own value, or the default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ParameterKey<Parameter>.self)
    self.init(channel: try container.decode(Parameter.ChannelName.self, forKey: .channel))
    for parameter in Parameter.allCases where container.contains(.value(parameter)) {
      self[parameter] = try container.value(of: parameter)
    }
  }

  /// Writes the changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ParameterKey<Parameter>.self)
    try container.encode(channel, forKey: .channel)
    for parameter in parameters { try container.set(self[parameter], of: parameter) }
  }
}

/// A key of a channel's values in JSON.
enum ParameterKey<Parameter: ChannelParameter>: CodingKey {
  case channel
  case value(Parameter)

  init?(stringValue: String) {
    if stringValue == Parameter.channelKey {
      self = .channel
    } else if let parameter = Parameter(rawValue: stringValue) {
      self = .value(parameter)
    } else {
      return nil
    }
  }

  var stringValue: String {
    switch self {
    case .channel: Parameter.channelKey
    case .value(let parameter): parameter.rawValue
    }
  }

  init?(intValue: Int) { nil }
  var intValue: Int? { nil }
}

extension KeyedDecodingContainer {
  /// A value that is there and not null.
  func value<Parameter>(of parameter: Parameter) throws -> Float?
  where Key == ParameterKey<Parameter> {
    parameter.isToggle
      ? try decodeIfPresent(Bool.self, forKey: .value(parameter)).map { $0 ? 1 : 0 }
      : try decodeIfPresent(Float.self, forKey: .value(parameter))
  }
}

extension KeyedEncodingContainer {
  /// Writes a value, or null.
  mutating func set<Parameter>(_ value: Float?, of parameter: Parameter) throws
  where Key == ParameterKey<Parameter> {
    if parameter.isToggle {
      try encode(value.map { $0 > 0 }, forKey: .value(parameter))
    } else {
      try encode(value, forKey: .value(parameter))
    }
  }
}
