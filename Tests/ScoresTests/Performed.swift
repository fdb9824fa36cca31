// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Scores

/// A score that ran on a clock of 1000 frames a second, without a sound.
final class Performed: ScoreStage {
  /// What was heard, with its frame.
  struct Heard: Equatable, CustomStringConvertible {
    let frame: Int
    let what: String
    var description: String { "\(frame) \(what)" }
  }

  private(set) var heard: [Heard] = []
  private(set) var events: [ScoreEvent] = []
  private(set) var error: String?
  /// The frame at which no script was left; nil where one still waits.
  private(set) var endFrame: Int?
  private var soundCount = 0
  var modules: [String: String] = [:]
  var loudnessAtFrame: (Int) -> Double = { _ in 0 }

  /// Runs a score in blocks for so many frames.
  ///
  /// - Parameter happening: What happens around it, on which frames.
  init(
    _ text: String, blockFrames: Int = 64, frameCount: Int = 10_000, seed: UInt64 = 1,
    modules: [String: String] = [:], mostSteps: UInt64? = nil,
    mostSeconds: Double? = nil, loudness: @escaping (Int) -> Double = { _ in 0 },
    happening: [ScoreOccurrence] = []
  ) {
    (self.modules, loudnessAtFrame) = (modules, loudness)
    var settings = ScoreSettings(sampleRateHz: 1000, seed: seed)
    settings.mostSteps = mostSteps ?? settings.mostSteps
    settings.mostSeconds = mostSeconds
    do throws(ScoreError) {
      let score = try Score(text, name: "groove.lua", settings: settings, stage: self)
      var frame = 0
      var waiting = happening
      while frame < frameCount {
        // As a rendering does: what happens on a frame comes before what is due there.
        var end = min(frameCount, frame + blockFrames)
        if let next = waiting.first { end = next.frame > frame ? min(end, next.frame) : frame + 1 }
        while let next = waiting.first, next.frame <= frame {
          waiting.removeFirst()
          try score.happen(next, atFrame: frame)
        }
        try score.run(before: end)
        frame = end
        if score.isOver && endFrame == nil { endFrame = score.frame }
      }
    } catch { self.error = error.description }
  }

  /// The lines that were printed, each with its frame.
  var printed: [String] {
    events.filter { $0.event == "score.print" }.map { "\($0.frame) \($0.text ?? "")" }
  }

  /// What was heard, as text: "300 end 1".
  var lines: [String] { heard.map(\.description) }

  /// The ends of waits: "500 play_and_wait".
  var waits: [String] {
    events.filter { $0.event == "score.wait.end" }.map { "\($0.frame) \($0.waited ?? "")" }
  }

  private func hear(_ what: String, _ frame: Int) { heard.append(Heard(frame: frame, what: what)) }

  /// A file's name begins with its length: "500.wav".
  func sound(path: String) throws(ScoreRefusal) -> ScoreSound {
    guard let count = Int(path.prefix { $0.isNumber }) else {
      throw ScoreRefusal("cannot read '\(path)'")
    }
    soundCount += 1
    return ScoreSound(number: soundCount, frameCount: count)
  }

  /// A text lasts 100 frames a letter.
  func speech(_ text: String) throws(ScoreRefusal) -> ScoreSound {
    ScoreSound(number: 1000 + text.count, frameCount: 100 * text.count)
  }

  func module(_ name: String) throws(ScoreRefusal) -> String {
    guard let text = modules[name] else { throw ScoreRefusal("there is no \"\(name).lua\"") }
    return text
  }

  func perform(_ action: ScoreAction, atFrame frame: Int) throws(ScoreRefusal) {
    switch action {
    case .start(let play, let sound, let object):
      hear("start \(play)\(object == nil ? " speech \(sound.frameCount)" : "")", frame)
    case .end(let play): hear("end \(play)", frame)
    case .note(let play, let instrument, let key, let object):
      hear("note \(play) \(instrument.rawValue) \(key) \(object)", frame)
    case .endNote(let play): hear("end note \(play)", frame)
    case .volume(let volume, let object): hear("volume \(object) \(volume)", frame)
    case .pan(let pan, let object): hear("pan \(object) \(pan)", frame)
    case .pitch(let step, let object):
      hear("pitch \(object) \(Double(step) / Double(1 << Pitch.partBits))", frame)
    case .tempo(let tempo): hear("tempo \(tempo)", frame)
    case .silence: hear("silence", frame)
    }
  }

  func strike(
    pad: String, velocity: Double, object: Int?, atFrame frame: Int
  ) throws(ScoreRefusal) -> String {
    guard pad != "gong" else { throw ScoreRefusal("the kit has no drum 'gong'") }
    hear("strike \(pad) \(velocity)", frame)
    return pad
  }

  func strike(
    _ drum: ScoreDrum, object: Int, atFrame frame: Int
  ) throws(ScoreRefusal) -> String {
    hear("drum \(drum.rawValue)", frame)
    return drum.rawValue
  }

  func command(_ json: String, atFrame frame: Int) throws(ScoreRefusal) -> Double? {
    hear("command \(json)", frame)
    return json.contains("tempo") ? 240 : nil
  }

  func loudness(atFrame frame: Int) -> Double { loudnessAtFrame(frame) }
  func publish(_ event: ScoreEvent) { events.append(event) }
}

/// The sizes of blocks at which everything is the same.
let blockSizes = [1, 64, 441]
