// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Instrument
import Scores

/// Where a score is heard: through the instrument, as everything else.
final class PlayedStage: ScoreStage {
  private let output: any ScoreOutput
  private let folder: ScoreFolder
  private let sounds: ScoreSounds
  private let instruments: ScoreInstruments
  private let report: (ScoreEvent) -> Void
  /// The files that play notes in place of General MIDI, by the numbers of objects.
  private var instrumentFiles: [Int: String] = [:]
  private var noteCount = 0
  /// As the score has them, by the numbers of its objects.
  private var strips: [Int: ObjectStrip] = [:]

  /// How an object is mixed.
  private struct ObjectStrip {
    var gain: Float = 1
    var pan = 0.0
    var step = ObjectEvent.unitStep

    /// Left and right gain of its sounds: equal power, and as they are in the middle.
    var gains: SIMD2<Float> {
      let angle = (pan + 100) / 200 * Double.pi / 2
      let left = pan >= 100 ? 0 : cos(angle) * 2.0.squareRoot()
      let right = pan <= -100 ? 0 : sin(angle) * 2.0.squareRoot()
      return pan == 0 ? SIMD2(gain, gain) : gain * SIMD2(Float(left), Float(right))
    }
  }

  init(
    _ output: any ScoreOutput, _ folder: ScoreFolder, sampleRateHz: Int, language: String,
    soundFont: String?, report: @escaping (ScoreEvent) -> Void
  ) {
    (self.output, self.folder, self.report) = (output, folder, report)
    instruments = ScoreInstruments(folder, soundFont: soundFont, sampleRateHz: sampleRateHz)
    sounds = ScoreSounds(folder, sampleRateHz: sampleRateHz, language: language)
  }

  /// Makes texts before they are spoken; one that cannot be made is an error when it is.
  func prepare(texts: [String]) { for text in texts { _ = try? sounds.speech(text) } }

  func sound(path: String) throws(ScoreRefusal) -> ScoreSound { try sounds.sound(path: path) }
  func speech(_ text: String) throws(ScoreRefusal) -> ScoreSound { try sounds.speech(text) }
  func module(_ name: String) throws(ScoreRefusal) -> String { try folder.module(name) }
  func loudness(atFrame frame: Int) -> Double { output.loudness(atFrame: frame) }
  func publish(_ event: ScoreEvent) { report(event) }

  func useInstrument(path: String?, object: Int) throws(ScoreRefusal) {
    if let path { try instruments.load(path: path) }
    instrumentFiles[object] = path
  }

  private func tones(
    _ instrument: ScoreInstrument, key: Double, object: Int
  ) throws(ScoreRefusal) -> [Tone] {
    guard let path = instrumentFiles[object] else {
      return try instruments.tones(instrument, key: key, velocity: ScoreSettings.velocity)
    }
    return try instruments.tones(path: path, key: key, velocity: ScoreSettings.velocity)
  }

  func perform(_ action: ScoreAction, atFrame frame: Int) throws(ScoreRefusal) {
    switch action {
    case .start(let play, let sound, let object):
      let step = object.map { strip(of: $0).step } ?? ObjectEvent.unitStep
      try send(
        .start(sounds[sound], play: play, object: object ?? ObjectEvent.speech, step: step), frame)
    case .end(let play): try send(.plain(.end(play: play)), frame)
    case .note(let play, let instrument, let key, let object):
      for tone in try tones(instrument, key: key, object: object) {
        try send(.note(tone, play: play, object: object), frame)
      }
    case .endNote(let play): try send(.plain(.release(play: play)), frame)
    case .volume(let percent, let object):
      strips[object, default: ObjectStrip()].gain = Float(percent / 100)
      let (gain, mixFrame, isLive) = (
        strip(of: object).gain, output.mixFrame(frame), output.isShared
      )
      try send(.plain(.volume(gain, object: object)), frame)
      try use { $0.setGain(gain, ofObject: object + 1, atFrame: mixFrame, isLive: isLive) }
      try send(.plain(.gains(strip(of: object).gains, object: object)), frame)
    case .pan(let pan, let object):
      strips[object, default: ObjectStrip()].pan = pan
      try send(.plain(.gains(strip(of: object).gains, object: object)), frame)
    case .pitch(let step, let object):
      strips[object, default: ObjectStrip()].step = step
      try send(.plain(.step(step, object: object)), frame)
    case .tempo(let beatsPerMinute):
      try carryOut(.tempo(EngineCommand.Tempo(beatsPerMinute: beatsPerMinute)), frame)
    case .silence:
      try send(.plain(.silence), frame)
      // The drums of others ring on.
      guard !output.isShared else { return }
      try carryOut(.panic(EngineCommand.Panic(source: .score)), frame)
    }
  }

  func strike(
    pad: String, velocity: Double, object: Int?, atFrame frame: Int
  ) throws(ScoreRefusal) -> String {
    let (id, mixFrame) = (nextIdentity(), output.mixFrame(frame))
    return try use(forNoteAt: mixFrame) { performance throws(EngineError) in
      try performance.strike(
        pad, velocity: Float(velocity), id: id, atFrame: mixFrame, "strike '\(pad)'")
    }
  }

  func strike(
    _ drum: ScoreDrum, object: Int, atFrame frame: Int
  ) throws(ScoreRefusal) -> String {
    let (id, mixFrame) = (nextIdentity(), output.mixFrame(frame))
    let noteObject = NoteObject(number: object + 1, gain: strip(of: object).gain)
    let struck = try use(forNoteAt: mixFrame) { performance in
      drum.pad(of: performance.kit).map { place in
        performance.strike(
          performance.pad(at: place), velocity: Float(ScoreSettings.velocity), id: id,
          atFrame: mixFrame, of: noteObject)
      }
    }
    guard let struck else { throw ScoreRefusal("the kit has no drums") }
    return struck
  }

  func command(_ json: String, atFrame frame: Int) throws(ScoreRefusal) -> Double? {
    let command = try ScoreCommand.read(json)
    try carryOut(command, frame)
    if case .tempo(let tempo) = command { return tempo.beatsPerMinute }
    return nil
  }

  private func strip(of object: Int) -> ObjectStrip { strips[object] ?? ObjectStrip() }

  private func carryOut(_ command: EngineCommand, _ frame: Int) throws(ScoreRefusal) {
    do throws(EngineError) {
      try output.carryOut(command, atMixFrame: output.mixFrame(frame), id: nextIdentity())
    } catch { throw ScoreRefusal("\(error.reason); \(error.advice)") }
  }

  /// - Parameter noteFrame: The frame of the mix of a note that is struck; nil for none.
  private func use<Result>(
    forNoteAt noteFrame: Int? = nil, _ body: (Performance) throws(EngineError) -> Result
  ) throws(ScoreRefusal) -> Result {
    do throws(EngineError) {
      if let noteFrame { try output.countNote(atMixFrame: noteFrame) }
      return try output.use(body)
    } catch { throw ScoreRefusal("\(error.reason); \(error.advice)") }
  }

  private func nextIdentity() -> HitIdentity {
    noteCount += 1
    return HitIdentity(noteCount, from: .score)
  }

  private func send(_ action: ObjectAction, _ frame: Int) throws(ScoreRefusal) {
    let mixFrame = output.mixFrame(frame)
    guard try use({ $0.send(action, atFrame: mixFrame) }) else {
      throw ScoreRefusal("too many things would be heard at once; wait in between")
    }
  }
}
