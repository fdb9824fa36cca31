// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// What a score plays through: the performance of a rendering, or that of a running engine.
protocol ScoreOutput: AnyObject {
  /// Others play through it, too.
  var isShared: Bool { get }
  /// The frame of the mix on which a frame of the score is heard.
  func mixFrame(_ frame: Int) -> Int
  /// How loud the microphone is at a frame of the score, 0...100.
  func loudness(atFrame frame: Int) -> Double
  /// Uses the performance, while no other thread but the audio thread does.
  func use<Result>(
    _ body: (Performance) throws(EngineError) -> Result
  ) throws(EngineError) -> Result
  /// Counts a note; an error if too many begin together.
  func countNote(atMixFrame frame: Int) throws(EngineError)
  /// Carries a command out from a frame of the mix on.
  func carryOut(
    _ command: EngineCommand, atMixFrame frame: Int, id: HitIdentity
  ) throws(EngineError)
}

/// The performance of a rendering: a frame of the score is a frame of the mix.
final class RenderedOutput: ScoreOutput {
  private let performance: Performance
  /// What the microphone has heard.
  var heard: LoudnessHistory

  init(_ performance: Performance) {
    self.performance = performance
    heard = LoudnessHistory(sampleRateHz: performance.sampleRateHz)
  }

  var isShared: Bool { false }
  func mixFrame(_ frame: Int) -> Int { frame }
  func loudness(atFrame frame: Int) -> Double { heard.value(beforeFrame: frame) }

  func use<Result>(
    _ body: (Performance) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    try body(performance)
  }

  func countNote(atMixFrame frame: Int) {}

  func carryOut(
    _ command: EngineCommand, atMixFrame frame: Int, id: HitIdentity
  ) throws(EngineError) {
    try performance.carryOut(command, atFrame: frame, id: id)
  }
}

/// A running engine. The score's own thread uses it.
final class EngineOutput: ScoreOutput {
  private let engine: Engine
  /// The frame of the mix on which frame 0 of the score is heard, as if the score had never stood still since.
  var originFrame = 0

  init(_ engine: Engine) { self.engine = engine }

  var isShared: Bool { true }
  func mixFrame(_ frame: Int) -> Int { originFrame + frame }
  func loudness(atFrame frame: Int) -> Double { min(100, 100 * Double(engine.snapshot.inputPeak)) }

  func use<Result>(
    _ body: (Performance) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    try engine.use(body)
  }

  func countNote(atMixFrame frame: Int) throws(EngineError) {
    try engine.countNote(atMixFrame: frame)
  }

  func carryOut(
    _ command: EngineCommand, atMixFrame frame: Int, id: HitIdentity
  ) throws(EngineError) {
    try engine.carryOut(command, atMixFrame: frame, id: id)
  }
}
