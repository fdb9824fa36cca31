// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Storage

/// An event as a message to a page, with names in place of paths. Missing values are unknown.
struct PageMessage: Encodable {
  let event: String
  var state: String?
  var name: String?
  var reason: String?
  var advice: String?
  var devices: [String]?

  /// An event in words; nil if the state contains it, or if it is a hit, a note or a pop: see ``PageHitMessage``.
  init?(_ event: EngineEvent) {
    self.event = event.name
    switch event {
    case .device(let device):
      state = device.state.rawValue
      reason = device.reason.map(PathText.stripped)
      advice = device.advice.map(PathText.stripped)
      devices = device.devices.map(PathText.name)
    case .kitFailed(let failure):
      name = PathText.name(failure.name)
      reason = PathText.stripped(failure.reason)
    case .recording(let kept), .session(let kept):
      state = kept.state.rawValue
      name = kept.path.map(PathText.name)
      reason = kept.detail.map(PathText.stripped)
    case .backing(let backing):
      state = backing.change.rawValue
      name = backing.path.map(PathText.name)
    case .learning(let learning): name = learning.sound
    case .failed(let failed):
      name = failed.command
      reason = PathText.stripped(failed.reason)
      advice = PathText.stripped(failed.advice)
    case .ended(let end): reason = end.reason.map(PathText.stripped)
    default: return nil
    }
  }
}

/// A hit, a note or a pop as the engine publishes it. A settled hit also has its level, whether it taught, and the sound that
/// the player named for it.
struct PageHitMessage: Encodable {
  private enum Key: String, CodingKey { case peakDecibels, taught, namedSound }

  private let event: EngineEvent

  /// Nil for other events.
  init?(_ event: EngineEvent) {
    switch event {
    case .hit, .note, .xrun: self.event = event
    default: return nil
    }
  }

  func encode(to encoder: Encoder) throws {
    try event.encode(to: encoder)
    guard case .hit(let message) = event, let line = message.line, line.peakDecibels.isFinite
    else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(line.peakDecibels, forKey: .peakDecibels)
    try container.encodeIfPresent(line.taught, forKey: .taught)
    try container.encodeIfPresent(line.namedSound, forKey: .namedSound)
  }
}

/// The meters, often enough to move smoothly. Levels are in dBFS; for silence they are missing.
struct PageLevels: Encodable {
  let event = "levels"
  let frame: Int
  let heardFrames: Int
  let inputDecibels: Float?
  let peakDecibels: Float?
  let rmsDecibels: Float?
  /// How much the limiter turns the output down.
  let limitingDecibels: Float?
  let clips: Int
  let voices: Int

  init(_ snapshot: Snapshot) {
    func decibels(_ amplitude: Float) -> Float? {
      let level = Units.decibels(amplitude: amplitude)
      return level.isFinite ? level : nil
    }
    (frame, heardFrames) = (snapshot.frame, snapshot.heardFrames)
    inputDecibels = decibels(snapshot.inputPeak)
    peakDecibels = decibels(snapshot.output.peak)
    rmsDecibels = decibels(snapshot.output.rootMeanSquare)
    limitingDecibels = decibels(1 / snapshot.output.gainReduction)
    clips = snapshot.output.clipsAfterLimiter
    voices = snapshot.soundingVoices
  }
}

/// The kits and profiles that can be picked by name.
struct PageChoices: Encodable {
  let event = "choices"
  let kits: [String]
  /// The kit that plays; nil if it is not in the list.
  let kit: String?
  let profiles: [String]
  /// The grooves that come with Flam.
  let patterns = Grooves.names
  /// The values of a drum's strip that can be set.
  let strip = StripParameter.allCases.map { PageParameter($0.name, $0.scale, $0.meaning) }
  /// The values of a bus that can be set.
  let bus = BusParameter.allCases.map { PageParameter($0.name, $0.scale, $0.meaning) }
  /// The effects that a rack can hold.
  let effects = Effect.allCases.map(PageEffect.init)
  /// The presets of effects.
  let presets: [EffectPresets.Entry]
  /// The values of the musical clock that can be set.
  let tempo = TempoParameter.allCases.map { PageParameter($0.name, $0.scale, $0.meaning) }

  init(_ host: PageHost, playing path: String?) {
    let found = host.kits.list()
    kits = found.map(\.name)
    kit = found.first { $0.path == path }?.name
    (profiles, presets) = (host.profiles.list(), host.presets.list())
  }
}

/// An effect that a page can put into a rack.
struct PageEffect: Encodable {
  let name: String
  let meaning: String
  /// Its response can be drawn.
  let isFilter: Bool
  /// It needs a file or a plug-in, which a page may not name.
  let needsSource: Bool
  let parameters: [PageParameter]

  init(_ effect: Effect) {
    (name, meaning, isFilter) = (effect.name, effect.meaning, effect.isFilter)
    needsSource = effect.source?.isNeeded == true
    parameters = effect.parameters.map { PageParameter($0.name, $0.scale, $0.meaning) }
  }
}

/// A value that a page can set, so that it can make a fader or a button for it.
struct PageParameter: Encodable {
  let name: String
  let kind: String
  /// Of a number: "Hz"; empty for none.
  let unit: String
  /// Of a choice, by their places; otherwise empty.
  let words: [String]
  /// By how much a key changes it.
  let step: Float
  /// Of a gain in decibels, from the faintest that is no silence.
  let lower: Float
  let upper: Float
  let meaning: String

  init(_ name: String, _ scale: ParameterScale, _ meaning: String) {
    (self.name, self.meaning, kind, unit) = (name, meaning, scale.kind.rawValue, scale.unit)
    (words, step) = (scale.words, scale.step)
    lower = scale.kind == .gain ? ParameterScale.faintestDecibels : scale.range.lowerBound
    upper = scale.writtenRange.upperBound
  }
}

/// The reply to a question of a page.
struct PageResult<Value: Encodable>: Encodable {
  let event = "reply"
  let ref: Int?
  let result: Value

  /// The reply as JSON; an error if a number cannot be written.
  var json: [UInt8] {
    get throws {
      do { return try pageJSON } catch {
        throw EngineError(
          "send the result to the page", reason: "it contains a number that is not finite",
          advice: "use the command line instead")
      }
    }
  }
}

/// The reply to a command of a page: done, with the identity of a note, or the problem.
struct PageReply: Encodable {
  let event = "reply"
  let ref: Int?
  var id: HitIdentity?
  var problem: String?

  /// The command was carried out.
  init(to ref: Int?, id: HitIdentity?) { (self.ref, self.id) = (ref, id) }

  /// The command failed.
  init(to ref: Int?, _ error: any Error) {
    self.ref = ref
    problem = PathText.stripped("\(error)")
  }
}
