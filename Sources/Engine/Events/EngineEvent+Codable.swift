// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent: Codable {
  private enum Key: String, CodingKey { case event }

  /// What events are called that are not of hits.
  private enum Kind: String {
    case xrun, device, kit, mix, hearing, meters, recording, session, lost
  }

  /// Before the turn of a hit.
  private static let hitPrefix = "hit."

  /// What it is called, as `"event"`.
  public var name: String {
    switch self {
    case .hit(let news): Self.hitPrefix + news.turn.rawValue
    case .xrun: Kind.xrun.rawValue
    case .device: Kind.device.rawValue
    case .kit: Kind.kit.rawValue
    case .mix: Kind.mix.rawValue
    case .hearing: Kind.hearing.rawValue
    case .meters: Kind.meters.rawValue
    case .recording: Kind.recording.rawValue
    case .session: Kind.session.rawValue
    case .lost: Kind.lost.rawValue
    }
  }

  /// Reads an event; an unknown kind is an error.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .event)
    if name.hasPrefix(Self.hitPrefix),
      let turn = HitTurn(rawValue: String(name.dropFirst(Self.hitPrefix.count)))
    {
      self = .hit(try HitNews(turn, from: decoder))
      return
    }
    guard let kind = Kind(rawValue: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .event, in: container, debugDescription: "\"\(name)\" is no event")
    }
    switch kind {
    case .xrun: self = .xrun(try Xrun(from: decoder))
    case .device: self = .device(try Device(from: decoder))
    case .kit: self = .kit(try Kit(from: decoder))
    case .mix: self = .mix(try Mix(from: decoder))
    case .hearing: self = .hearing(try Hearing(from: decoder))
    case .meters: self = .meters(try Meters(from: decoder))
    case .recording: self = .recording(try Kept(from: decoder))
    case .session: self = .session(try Kept(from: decoder))
    case .lost: self = .lost(try Lost(from: decoder))
    }
  }

  /// Writes the kind and what it tells side by side.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .event)
    switch self {
    case .hit(let news): try news.encode(to: encoder)
    case .xrun(let news): try news.encode(to: encoder)
    case .device(let news): try news.encode(to: encoder)
    case .kit(let news): try news.encode(to: encoder)
    case .mix(let news): try news.encode(to: encoder)
    case .hearing(let news): try news.encode(to: encoder)
    case .meters(let news): try news.encode(to: encoder)
    case .recording(let news), .session(let news): try news.encode(to: encoder)
    case .lost(let news): try news.encode(to: encoder)
    }
  }
}
