// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent: Codable {
  private enum Key: String, CodingKey { case event }

  /// What events are called that are not of hits.
  private enum Kind: String {
    case started
    case note
    case xrun
    case load
    case devices
    case device
    case profile
    case kitLoading = "kit.loading"
    case kit
    case kitLoaded = "kit.loaded"
    case kitFailed = "kit.failed"
    case delay
    case echo
    case backing
    case learning
    case lesson
    case tempo
    case mix
    case hearing
    case meters
    case recording
    case session
    case soundPad = "sound.pad"
    case ended
    case failed
    case port
    case lost
  }

  /// Before the turn of a hit.
  private static let hitPrefix = "hit."

  /// The kind of an event; nil for one of a hit.
  private var kind: Kind? {
    switch self {
    case .hit: nil
    case .started: .started
    case .note: .note
    case .xrun: .xrun
    case .load: .load
    case .devices: .devices
    case .device: .device
    case .profile: .profile
    case .kitLoading: .kitLoading
    case .kit: .kit
    case .kitLoaded: .kitLoaded
    case .kitFailed: .kitFailed
    case .delay: .delay
    case .echo: .echo
    case .backing: .backing
    case .learning: .learning
    case .lesson: .lesson
    case .tempo: .tempo
    case .mix: .mix
    case .hearing: .hearing
    case .soundPad: .soundPad
    case .meters: .meters
    case .recording: .recording
    case .session: .session
    case .ended: .ended
    case .failed: .failed
    case .port: .port
    case .lost: .lost
    }
  }

  /// What it is called, as `"event"`.
  public var name: String {
    if case .hit(let news) = self { return Self.hitPrefix + news.turn.rawValue }
    return kind?.rawValue ?? ""
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
    case .started: self = .started
    case .note: self = .note(try Note(from: decoder))
    case .xrun: self = .xrun(try Xrun(from: decoder))
    case .load: self = .load(try Load(from: decoder))
    case .devices: self = .devices(try Devices(from: decoder))
    case .device: self = .device(try Device(from: decoder))
    case .profile: self = .profile(try Profile(from: decoder))
    case .kitLoading: self = .kitLoading(try KitLoading(from: decoder))
    case .kit: self = .kit(try Kit(from: decoder))
    case .kitLoaded: self = .kitLoaded(try KitLoaded(from: decoder))
    case .kitFailed: self = .kitFailed(try KitFailed(from: decoder))
    case .delay: self = .delay(try Delay(from: decoder))
    case .echo: self = .echo(try Echo(from: decoder))
    case .backing: self = .backing(try Backing(from: decoder))
    case .learning: self = .learning(try Learning(from: decoder))
    case .lesson: self = .lesson(try Lesson(from: decoder))
    case .tempo: self = .tempo(try Tempo(from: decoder))
    case .mix: self = .mix(try Mix(from: decoder))
    case .hearing: self = .hearing(try Hearing(from: decoder))
    case .soundPad: self = .soundPad(try SoundPad(from: decoder))
    case .meters: self = .meters(try Meters(from: decoder))
    case .recording: self = .recording(try Kept(from: decoder))
    case .session: self = .session(try Kept(from: decoder))
    case .ended: self = .ended(try Ended(from: decoder))
    case .failed: self = .failed(try Failed(from: decoder))
    case .port: self = .port(try Port(from: decoder))
    case .lost: self = .lost(try Lost(from: decoder))
    }
  }

  /// Writes the kind and what it tells side by side.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .event)
    switch self {
    case .started: break
    case .hit(let news): try news.encode(to: encoder)
    case .note(let news): try news.encode(to: encoder)
    case .xrun(let news): try news.encode(to: encoder)
    case .load(let news): try news.encode(to: encoder)
    case .devices(let news): try news.encode(to: encoder)
    case .device(let news): try news.encode(to: encoder)
    case .profile(let news): try news.encode(to: encoder)
    case .kitLoading(let news): try news.encode(to: encoder)
    case .kit(let news): try news.encode(to: encoder)
    case .kitLoaded(let news): try news.encode(to: encoder)
    case .kitFailed(let news): try news.encode(to: encoder)
    case .delay(let news): try news.encode(to: encoder)
    case .echo(let news): try news.encode(to: encoder)
    case .backing(let news): try news.encode(to: encoder)
    case .learning(let news): try news.encode(to: encoder)
    case .lesson(let news): try news.encode(to: encoder)
    case .tempo(let news): try news.encode(to: encoder)
    case .mix(let news): try news.encode(to: encoder)
    case .hearing(let news): try news.encode(to: encoder)
    case .soundPad(let news): try news.encode(to: encoder)
    case .meters(let news): try news.encode(to: encoder)
    case .recording(let news): try news.encode(to: encoder)
    case .session(let news): try news.encode(to: encoder)
    case .ended(let news): try news.encode(to: encoder)
    case .failed(let news): try news.encode(to: encoder)
    case .port(let news): try news.encode(to: encoder)
    case .lost(let news): try news.encode(to: encoder)
    }
  }
}
