// SPDX-License-Identifier: GPL-3.0-or-later

/// What a player changes of the ``Strip`` of a drum.
public struct StripChange: Sendable, Equatable {
  /// A drum or several; see ``Kit/pads(named:)``.
  public var drum: String
  private var values: [StripParameter: Float?] = [:]

  /// No change.
  public init(drum: String) { self.drum = drum }

  /// A change of one value; nil for the kit's own.
  public init(drum: String, _ parameter: StripParameter, _ value: Float?) {
    self.drum = drum
    self[parameter] = value
  }

  /// The value that changes, 1 or 0 for on or off. Set to nil, it becomes the kit's own, or what a strip has in the beginning;
  /// see ``changes(_:)``.
  public subscript(parameter: StripParameter) -> Float? {
    get { values[parameter] ?? nil }
    set { values[parameter] = .some(newValue) }
  }

  /// A value changes, be it to the kit's own.
  public func changes(_ parameter: StripParameter) -> Bool { values[parameter] != nil }

  /// The values that change, in the order of the table.
  public var parameters: [StripParameter] { StripParameter.allCases.filter(changes) }

  /// The first value that is out of range; nil for none.
  public var impossible: StripParameter? {
    parameters.first { parameter in
      self[parameter].map { !parameter.scale.range.contains($0) } ?? false
    }
  }

  /// Changes nothing.
  public var isEmpty: Bool { values.isEmpty }

  /// Leaves a value as it is.
  mutating func leave(_ parameter: StripParameter) { values[parameter] = nil }

  /// Keeps what a later change leaves.
  mutating func yield(to later: StripChange) {
    for parameter in later.parameters { leave(parameter) }
  }

  /// The strip as it is then.
  public func applied(to strip: Strip) -> Strip {
    var strip = strip
    for (parameter, value) in values { parameter.set(value, in: &strip) }
    return strip
  }

  /// What brings back the values that it changes, where the strip of a drum of that name is as given.
  public func inverse(of strip: Strip, drum: String) -> StripChange {
    var before = StripChange(drum: drum)
    for parameter in parameters { before[parameter] = parameter.value(in: strip) }
    return before
  }
}

/// A key of a strip's values in JSON.
enum StripKey: CodingKey {
  case drum
  case value(StripParameter)

  init?(stringValue: String) {
    if stringValue == "drum" {
      self = .drum
    } else if let parameter = StripParameter(rawValue: stringValue) {
      self = .value(parameter)
    } else {
      return nil
    }
  }

  var stringValue: String {
    switch self {
    case .drum: "drum"
    case .value(let parameter): parameter.rawValue
    }
  }

  init?(intValue: Int) { nil }
  var intValue: Int? { nil }
}

extension KeyedDecodingContainer<StripKey> {
  /// A value that is there and not null.
  func value(of parameter: StripParameter) throws -> Float? {
    parameter.isToggle
      ? try decodeIfPresent(Bool.self, forKey: .value(parameter)).map { $0 ? 1 : 0 }
      : try decodeIfPresent(Float.self, forKey: .value(parameter))
  }
}

extension KeyedEncodingContainer<StripKey> {
  /// Writes a value, or null.
  mutating func set(_ value: Float?, of parameter: StripParameter) throws {
    if parameter.isToggle {
      try encode(value.map { $0 > 0 }, forKey: .value(parameter))
    } else {
      try encode(value, forKey: .value(parameter))
    }
  }
}

extension StripChange: Codable {
  /// Reads a change; null is the kit's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StripKey.self)
    drum = try container.decode(String.self, forKey: .drum)
    for parameter in StripParameter.allCases where container.contains(.value(parameter)) {
      self[parameter] = try container.value(of: parameter)
    }
  }

  /// Writes what changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StripKey.self)
    try container.encode(drum, forKey: .drum)
    for parameter in parameters { try container.set(self[parameter], of: parameter) }
  }
}
