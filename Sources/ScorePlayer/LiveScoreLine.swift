// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Scores

/// A score beside a player, moved on so that what it plays is on its way a little before it is heard. One thread uses it; its
/// only clock is that of the mix.
final class LiveScoreLine {
  private let score: Score
  private let output: EngineOutput
  private let leadFrames: Int
  private let report: (ScoreEvent) -> Void
  /// All that the score does before this frame of its own is on its way.
  private(set) var frame = 0
  private(set) var isPaused = false
  private var hasBegun = false
  private var hits: HeardHits

  /// A score that begins with the next turn.
  ///
  /// - Parameter leadFrames: How far it runs ahead of the sound.
  init(
    _ score: Score, _ output: EngineOutput, leadFrames: Int, report: @escaping (ScoreEvent) -> Void
  ) {
    (self.score, self.output, self.leadFrames) = (score, output, leadFrames)
    self.report = report
    hits = HeardHits(sampleRateHz: score.settings.sampleRateHz)
  }

  /// It has ended by `stop()`, from outside, or by an error.
  var isOver: Bool { score.isStopped }

  /// Takes what was asked for and what has happened, then runs what is heard until a lead from now.
  ///
  /// - Parameter snapshot: How far the performance has come.
  func advance(
    _ snapshot: Snapshot, asked requests: [ScoreRequest], heard events: [EngineEvent]
  ) throws(ScoreError) {
    let due = snapshot.frame + leadFrames
    if !hasBegun { (hasBegun, output.originFrame) = (true, due) }
    for request in requests { try carryOut(request, dueFrame: due) }
    guard !isPaused, !isOver else { return }
    for event in events {
      for occurrence in occurrences(event, snapshot) {
        try score.happen(occurrence, atFrame: frame)
      }
    }
    for hit in hits.due(atFrame: snapshot.frame) {
      let pad = hit.sound.flatMap { sound in try? output.use { $0.pad(ofSound: sound) } }
      for occurrence in hit.occurrences(atFrame: hit.onsetFrame - output.originFrame, pad: pad) {
        try score.happen(occurrence, atFrame: frame)
      }
    }
    // The first turn runs frame 0, which is heard a lead from now however long that takes before playing begins.
    let limit = max(1, due - output.originFrame)
    guard limit > frame else { return }
    try score.run(before: limit)
    frame = limit
  }

  /// Ends all that its objects sound.
  func silence() { send(.silence) }

  /// Everything before the present frame is on its way, and nothing behind it: there it stands still, to the sample.
  private func carryOut(_ request: ScoreRequest, dueFrame due: Int) throws(ScoreError) {
    guard !isOver else { return }
    switch request {
    case .pause where !isPaused:
      isPaused = true
      send(.pause)
      report(ScoreEvent("pause", frame: frame))
    case .resume where isPaused:
      isPaused = false
      output.originFrame = max(due, output.mixFrame(frame)) - frame
      send(.resume)
      report(ScoreEvent("resume", frame: frame))
    case .stop:
      isPaused = false
      score.stop(atFrame: frame)
    case .key(let key) where !isPaused:
      try score.happen(ScoreOccurrence(.key(key), frame: frame, source: "key"), atFrame: frame)
    default: break
    }
  }

  private func send(_ change: ObjectEvent.Change) {
    let mixFrame = output.mixFrame(frame)
    // Its ring has room: a score stops long before it is full.
    _ = try? output.use { $0.send(.plain(change), atFrame: mixFrame) }
  }

  private func occurrences(_ event: EngineEvent, _ snapshot: Snapshot) -> [ScoreOccurrence] {
    switch event {
    case .hit(let hit):
      hits.take(hit, onsetFrame: hit.onsetFrame + snapshot.frame - snapshot.heardFrames)
      return []
    case .note(let note) where note.action == .on && note.source != .score:
      let frame = note.startFrame - Instrument.outputLatencyFrames - output.originFrame
      let number = note.source == .midi ? note.midiNote : nil
      let kinds: [ScoreOccurrence.Kind?] = [number.map { .note($0) }, note.pad.map { .pad($0) }]
      return kinds.compactMap(\.self).map {
        ScoreOccurrence(
          $0, frame: frame, velocity: Double(note.velocity), source: note.source.rawValue)
      }
    default: return []
    }
  }
}
