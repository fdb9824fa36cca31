// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Scores
import SoundFiles

/// Renders a score without a clock, as fast as possible: the same bits for the same score, seed and take, whatever the block
/// size. The score's frame 0 is the first frame of the output.
public struct ScoreRendering {
  /// A score without an end is left after this time.
  public static let longestSeconds = 3600
  /// Whether all is over is decided once in this time.
  private static let endsPerSecond = 10
  /// No drum rings longer than this.
  private static let longestTailSeconds = 20

  /// What was rendered.
  public struct Outcome: Sendable {
    /// Frames of output.
    public internal(set) var frameCount = 0
    /// Hits of the take.
    public internal(set) var hitCount = 0
    /// It was left where it had no end.
    public internal(set) var isLeft = false
  }

  /// Something to report: a line of JSON.
  public enum Event {
    /// Of the score.
    case score(ScoreEvent)
    /// Of the engine.
    case engine(EngineEvent)
  }

  private let performance: Performance
  private let links: ScoreLinks
  private let periodFrames: Int

  /// A rendering by a performance that has not begun, which plays what `links` bring.
  public init(_ performance: Performance, _ links: ScoreLinks, periodFrames: Int) {
    precondition(periodFrames > 0, "a block has at least one frame")
    (self.performance, self.links, self.periodFrames) = (performance, links, periodFrames)
    performance.restMeters()
  }

  /// Renders a score.
  ///
  /// - Parameters:
  ///   - take: What the microphone hears, at the rate of the performance; nil for silence.
  ///   - frameLimit: Where it ends in any case; nil for where all is over.
  ///   - language: What the voice speaks: "en".
  ///   - soundFont: The path of the one whose instruments play notes; nil for Debian's.
  ///   - write: Receives the output, interleaved stereo, in order.
  ///   - report: Receives what happens, in order.
  public func run(
    _ folder: ScoreFolder, text: String, seed: UInt64, hearing take: (any TakeSource)? = nil,
    frameLimit: Int? = nil, language: String = "en", soundFont: String? = nil,
    write: (UnsafeBufferPointer<Float>) throws -> Void, report: @escaping (Event) -> Void
  ) throws -> Outcome {
    let output = RenderedOutput(performance)
    let stage = PlayedStage(
      output, folder, sampleRateHz: performance.sampleRateHz, language: language,
      soundFont: soundFont
    ) { report(.score($0)) }
    let score = try Score(
      text, name: folder.name,
      settings: ScoreSettings(sampleRateHz: performance.sampleRateHz, seed: seed), stage: stage)
    var line = ScoreLine(
      performance, links, score, output, take, periodFrames: periodFrames, report: report)
    let rate = performance.sampleRateHz
    let limit = frameLimit ?? Self.longestSeconds * rate
    let gridFrames = max(1, rate / Self.endsPerSecond)
    var overFrames = 0
    while line.frame < limit {
      if frameLimit == nil && line.frame % gridFrames == 0 {
        overFrames = line.isOver ? overFrames + gridFrames : 0
        let isOut = !line.isSounding || overFrames > Self.longestTailSeconds * rate
        if overFrames > gridFrames && isOut { break }
      }
      let end = (line.frame / gridFrames + 1) * gridFrames
      try line.advance(to: min(limit, end, line.frame + periodFrames), write: write)
    }
    try line.finish(write: write)
    return Outcome(
      frameCount: line.frame, hitCount: line.hitCount,
      isLeft: frameLimit == nil && line.frame >= limit)
  }
}
