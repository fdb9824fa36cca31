// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What an object of a score or of a player did, as the journal keeps it. A sound is kept beside the journal, by its number.
package struct ObjectChange: PerformanceCommand {
  static let name = "object"

  /// What it is; see ``Instrument/ObjectEvent/Change``.
  enum Kind: String, Codable {
    case start, lay, end, note, release, volume, bend, gains, step, pause, resume, silence
  }

  let change: Kind
  /// Whose object it is; missing for that of a score.
  package var side: ObjectSide?
  var play: Int?
  /// The number of the object, from 0; missing for speech.
  package var object: Int?
  /// The number of its sound, from 1.
  package var sound: Int?
  var step: Int?
  /// The frame of the mix on which a sound that came in would have begun.
  var beginFrame: Int?
  /// Linear, of one side or two.
  var gains: [Float]?
  /// How much higher notes sound.
  var cents: Float?
  var tone: ToneSettings?
  /// The part of its tone that repeats: its first sample, and the one behind its last.
  package var loop: [Int]?
  /// That repeats only until the note ends; missing for false.
  var endsWithNote: Bool?
  /// The sound, where it is at hand.
  package var kept: KeptSound?

  private enum CodingKeys: String, CodingKey {
    case change, side, play, object, sound, step, beginFrame, gains, cents, tone, loop
    case endsWithNote
  }

  var operation: String { "play a sound of a score or a player again" }

  /// No score has numbers beyond these.
  private static let numbers = 0...1 << 40
  /// No score has as many objects.
  private static let objects = 0..<1 << 16
  /// A sound may have begun before the mix.
  private static let frames = -(1 << 40)...1 << 40
  /// ±3 octaves.
  private static let steps = 1...ObjectEvent.unitStep << 4

  func checkBounds() throws(EngineError) {
    let isPossible =
      [play, sound].allSatisfy { Self.numbers.contains($0 ?? 0) }
      && Self.objects.contains(object ?? 0)
      && Self.frames.contains(beginFrame ?? 0)
      && Self.steps.contains(step ?? 1) && (gains ?? []).allSatisfy { (0...2).contains($0) }
      && ObjectEvent.bends.contains(cents ?? 0)
      && (loop ?? []).allSatisfy(Self.numbers.contains) && tone?.isPossible ?? true && isWhole
    guard isPossible else {
      throw EngineError(
        operation, reason: "a number of it is out of range",
        advice: "put the journal back as it was written")
    }
  }

  /// It has what its kind needs.
  private var isWhole: Bool {
    switch change {
    case .start: play != nil && sound != nil && step != nil
    case .lay: play != nil && sound != nil && beginFrame != nil
    case .note: play != nil && object != nil && sound != nil && tone != nil
    case .end, .release: play != nil
    case .volume: object != nil && gains?.count == 1
    case .bend: object != nil && cents != nil
    case .gains: object != nil && gains?.count == 2
    case .step: object != nil && step != nil
    case .pause, .resume, .silence: true
    }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let action = action(resources) else { return false }
    return performance.send(action, of: side ?? .score, atFrame: frame)
  }

  /// What it asks for; nil if its sound is missing.
  private func action(_ resources: EffectResources) -> ObjectAction? {
    let (play, object, step) = (play ?? 0, object ?? 0, step ?? ObjectEvent.unitStep)
    switch change {
    case .start:
      guard case .sound(let sound)? = resources.sound(self) else { return nil }
      return .start(sound, play: play, object: self.object ?? ObjectEvent.speech, step: step)
    case .lay:
      guard case .sound(let sound)? = resources.sound(self) else { return nil }
      return .lay(sound, play: play, beginFrame: beginFrame ?? 0)
    case .note:
      guard let tone, case .tone(let wave)? = resources.sound(self) else { return nil }
      return .note(Tone(wave, tone), play: play, object: object)
    case .end: return .plain(.end(play: play))
    case .release: return .plain(.release(play: play))
    case .volume: return .plain(.volume(gains?.first ?? 1, object: object))
    case .bend: return .plain(.bend(cents: cents ?? 0, object: object))
    case .gains:
      return .plain(.gains(SIMD2(gains?.first ?? 1, gains?.last ?? 1), object: object))
    case .step: return .plain(.step(step, object: object))
    case .pause: return .plain(.pause)
    case .resume: return .plain(.resume)
    case .silence: return .plain(.silence)
    }
  }

  package static func == (one: ObjectChange, other: ObjectChange) -> Bool {
    one.change == other.change && one.side == other.side && one.play == other.play
      && one.object == other.object
      && one.sound == other.sound && one.step == other.step && one.gains == other.gains
      && one.beginFrame == other.beginFrame
      && one.cents == other.cents
      && one.tone == other.tone && one.loop == other.loop
      && one.endsWithNote == other.endsWithNote
  }
}

extension ObjectChange {
  /// What was carried out, with the number of its sound.
  init(_ action: ObjectAction, number: (AnyObject) -> Int) {
    switch action {
    case .start(let sound, let play, let object, let step):
      self.init(
        change: .start, play: play, object: object == ObjectEvent.speech ? nil : object,
        sound: number(sound), step: step,
        kept: .sound(sound))
    case .lay(let sound, let play, let beginFrame):
      self.init(
        change: .lay, play: play, sound: number(sound), beginFrame: beginFrame, kept: .sound(sound))
    case .note(let tone, let play, let object):
      let loop = tone.wave.loop
      self.init(
        change: .note, play: play, object: object, sound: number(tone.wave), tone: tone.settings,
        loop: loop.map { [$0.range.lowerBound, $0.range.upperBound] },
        endsWithNote: loop?.endsWithNote == true ? true : nil, kept: .tone(tone.wave))
    case .plain(let change): self.init(change)
    }
  }

  private init(_ change: ObjectEvent.Change) {
    switch change {
    case .end(let play): self.init(change: .end, play: play)
    case .release(let play): self.init(change: .release, play: play)
    case .volume(let gain, let object):
      self.init(change: .volume, object: object, gains: [gain])
    case .bend(let cents, let object): self.init(change: .bend, object: object, cents: cents)
    case .gains(let gains, let object):
      self.init(change: .gains, object: object, gains: [gains.x, gains.y])
    case .step(let step, let object): self.init(change: .step, object: object, step: step)
    case .pause: self.init(change: .pause)
    case .resume: self.init(change: .resume)
    case .silence: self.init(change: .silence)
    case .start, .lay, .note: preconditionFailure("what sounds comes with its sound")
    }
  }
}
