// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import FoundationEssentials
import Instrument
import Storage

/// What a page is told of an event, with names in place of paths; what is missing is not known.
struct PageNews: Encodable {
  let event: String
  var state: String?
  var name: String?
  var reason: String?
  var advice: String?
  var devices: [String]?

  /// News in words; nil where the state tells it, or it is a hit or a note: see ``Heard``.
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

/// A hit, a note or a pop as the engine tells it, with the level of a settled hit, whether it taught, and the sound that the
/// player had named for it.
struct PageStroke: Encodable {
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
    guard case .hit(let news) = event, let line = news.line, line.peakDecibels.isFinite
    else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(line.peakDecibels, forKey: .peakDecibels)
    try container.encodeIfPresent(line.taught, forKey: .taught)
    try container.encodeIfPresent(line.namedSound, forKey: .namedSound)
  }
}

/// Where the meters stand, for something that moves smoothly; levels in dBFS are missing for silence.
struct PageLevels: Encodable {
  let event = "levels"
  let frame: Int
  let heardFrames: Int
  let inputDecibels: Float?
  let peakDecibels: Float?
  let rmsDecibels: Float?
  /// By how much the limiter brings the output down.
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

/// What can be picked by name.
struct PageChoices: Encodable {
  let event = "choices"
  let kits: [String]
  /// The one that plays; nil for one that is not in the list.
  let kit: String?
  let profiles: [String]
  /// The values of a drum's strip that can be set.
  let strip = StripParameter.allCases.map { PageParameter($0.name, $0.scale, $0.meaning) }
  /// The values of the musical clock that can be set.
  let tempo = TempoParameter.allCases.map { PageParameter($0.name, $0.scale, $0.meaning) }

  init(_ host: PageHost, playing path: String?) {
    let found = host.kits.list()
    kits = found.map(\.name)
    kit = found.first { $0.path == path }?.name
    profiles = host.profiles.list()
  }
}

/// A value that a page can set, so that it can make a fader or a button for it.
struct PageParameter: Encodable {
  let name: String
  let kind: String
  /// Of a gain in decibels, from the faintest that is no silence.
  let lower: Float
  let upper: Float
  let meaning: String

  init(_ name: String, _ scale: ParameterScale, _ meaning: String) {
    (self.name, self.meaning, kind) = (name, meaning, scale.kind.rawValue)
    lower = scale.kind == .gain ? ParameterScale.faintestDecibels : scale.range.lowerBound
    upper = scale.writtenRange.upperBound
  }
}

/// The answer to a question of a page.
struct PageResult<Value: Encodable>: Encodable {
  let event = "reply"
  let ref: Int?
  let result: Value

  /// As JSON. What cannot be told so is a problem.
  var json: [UInt8] {
    get throws {
      do { return Array(try JSONEncoder().encode(self)) } catch {
        throw EngineError(
          "tell the page what was found", reason: "a number in it is none",
          advice: "look at it where Flam was started")
      }
    }
  }
}

/// The answer to a command of a page: done, with the identity of a note, or why not.
struct PageReply: Encodable {
  let event = "reply"
  let ref: Int?
  var id: HitIdentity?
  var problem: String?

  /// It is done.
  init(to ref: Int?, id: HitIdentity?) { (self.ref, self.id) = (ref, id) }

  /// It is not.
  init(to ref: Int?, _ error: any Error) {
    self.ref = ref
    problem = PathText.stripped("\(error)")
  }
}
