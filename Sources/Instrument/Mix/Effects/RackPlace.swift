// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a rack is, as players name it: on a bus, or on a drum.
///
/// Its text is the name. A drum that is called like a bus is not meant by that name.
public enum RackPlace: Hashable, Sendable {
  case bus(MixBus)
  /// A drum, by its name in small letters; it also holds for later kits.
  case pad(String)

  /// The place of a name.
  public init(named name: String) {
    let name = name.lowercased()
    self = MixBus(rawValue: name).map(RackPlace.bus) ?? .pad(name)
  }

  /// The name.
  public var name: String {
    switch self {
    case .bus(let bus): bus.rawValue
    case .pad(let name): name
    }
  }

  /// The buses, as places.
  public static let buses = MixBus.allCases.map(RackPlace.bus)
  /// The names of the buses: "drums, room, …".
  public static var busNames: String { MixBus.allCases.map(\.rawValue).joined(separator: ", ") }

  /// So many drums have effects at a time, at most.
  public static let mostPads = PadRackNumbers.mostFilled

  /// The place that a name means, where it matches pads of these titles: a drum has the title of
  /// its pads. Nil if it matches none, or pads of several titles.
  public static func place(of titles: [String], asked name: String) -> RackPlace? {
    let names = Set(titles.map { $0.lowercased() })
    guard let title = names.first, names.count == 1 else { return nil }
    return .pad(MixBus(rawValue: title) == nil ? title : name.lowercased())
  }
}

extension RackPlace {
  /// The bus of the same name.
  public static var drums: Self { .bus(.drums) }
  /// The bus of the same name.
  public static var room: Self { .bus(.room) }
  /// The bus of the same name.
  public static var delay: Self { .bus(.delay) }
  /// The bus of the same name.
  public static var backing: Self { .bus(.backing) }
  /// The bus of the same name.
  public static var click: Self { .bus(.click) }
  /// The bus of the same name.
  public static var microphone: Self { .bus(.microphone) }
  /// The bus of the same name.
  public static var instruments: Self { .bus(.instruments) }
  /// The bus of the same name.
  public static var speech: Self { .bus(.speech) }
  /// The bus of the same name.
  public static var loops: Self { .bus(.loops) }
  /// The bus of the same name.
  public static var master: Self { .bus(.master) }
}

extension RackPlace: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension RackPlace: Codable {
  /// Reads a name.
  public init(from decoder: any Decoder) throws {
    self.init(named: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension RackPlace {
  /// When buses are mixed that others can listen to; see ``Mixer``. The track is no key, as only the
  /// clicks come after it, nor is what the looper plays, which goes two ways.
  private static let keys: [MixBus] = [
    .room, .delay, .drums, .microphone, .instruments, .speech, .master,
  ]

  /// What the looper plays of it passes the same effects apart; see ``RackPoint``.
  public var goesTwoWays: Bool {
    switch self {
    case .pad, .bus(.loops): true
    case .bus: false
    }
  }

  /// The buses that effects here can listen to, as they are mixed before, in that order.
  public var keys: [MixBus] {
    switch self {
    case _ where goesTwoWays: []
    case .bus(.backing), .bus(.click): Self.keys
    case .bus(let bus): Array(Self.keys.prefix { $0 != bus })
    case .pad: []
    }
  }
}
