// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Realtime
import Scores
import SoundFiles

/// A score, the microphone and the instrument, moved on together: whatever the blocks, all that is due on a frame happens
/// before that frame is played.
struct ScoreLine {
  private let performance: Performance
  private let links: ScoreLinks
  private let score: Score
  private let output: RenderedOutput
  private let take: (any TakeSource)?
  private let report: (ScoreRendering.Event) -> Void
  /// The frame that is played next.
  private(set) var frame = 0
  private(set) var hitCount = 0
  private var isTakeOver: Bool
  /// What was heard, until its frame is played.
  private var waiting: [HitEvent] = []
  /// What is heard, until its scripts begin.
  private var hits: HeardHits
  /// Output before the first frame of the score.
  private var leadFrames = Instrument.outputLatencyFrames
  private var heard: [Float]
  private var played: [Float]

  init(
    _ performance: Performance, _ links: ScoreLinks, _ score: Score, _ output: RenderedOutput,
    _ take: (any TakeSource)?, periodFrames: Int, report: @escaping (ScoreRendering.Event) -> Void
  ) {
    (self.performance, self.links, self.score, self.output) = (performance, links, score, output)
    (self.take, self.report) = (take, report)
    isTakeOver = take == nil
    hits = HeardHits(sampleRateHz: performance.sampleRateHz)
    heard = [Float](repeating: 0, count: periodFrames)
    played = [Float](repeating: 0, count: 2 * periodFrames)
  }

  /// Nothing new will begin.
  var isOver: Bool {
    score.isOver && isTakeOver && waiting.isEmpty && hits.nextFrame == nil && !score.isPlaying
  }

  /// Something rings.
  var isSounding: Bool {
    let snapshot = performance.snapshot
    return snapshot.soundingVoices > 0 || snapshot.isReturnHeard
  }

  /// Hears and plays a block, up to a frame.
  mutating func advance(
    to end: Int, write: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    hear(end - frame)
    while frame < end {
      try happen()
      let heard = [waiting.first?.frame, hits.nextFrame].compactMap(\.self).min()
      let next = min(end, score.nextFrame ?? end, heard.map { max(frame + 1, $0) } ?? end)
      try play(next - frame, write: write)
      frame = next
    }
    performance.collectDrums()
  }

  /// Plays what is still on its way out of the instrument.
  mutating func finish(write: (UnsafeBufferPointer<Float>) throws -> Void) throws {
    var left = Instrument.outputLatencyFrames
    while left > 0 {
      let count = min(left, heard.count)
      hear(count)
      try play(count, write: write)
      left -= count
    }
  }

  private mutating func hear(_ count: Int) {
    heard.withUnsafeMutableBufferPointer { heard in
      let block = UnsafeMutableBufferPointer(rebasing: heard[..<count])
      let read = isTakeOver ? 0 : take?.read(into: block, second: nil) ?? 0
      if read < count { isTakeOver = true }
      block[read...].update(repeating: 0)
      guard let base = block.baseAddress else { return }
      performance.audioSide.hear(base, frameCount: count, timeline: Timeline())
      output.heard.hear(UnsafeBufferPointer(block))
    }
    while let event = performance.hitEvents.pop() { waiting.append(event) }
  }

  /// What was heard by this frame, then what the score does on it.
  private mutating func happen() throws {
    while let event = waiting.first, event.frame <= frame {
      waiting.removeFirst()
      take(event)
    }
    for hit in hits.due(atFrame: frame) {
      let pad = hit.sound.flatMap(performance.pad(ofSound:))
      for occurrence in hit.occurrences(atFrame: hit.onsetFrame, pad: pad) {
        try score.happen(occurrence, atFrame: frame)
      }
    }
    try score.run(before: frame + 1)
  }

  private mutating func take(_ event: HitEvent) {
    var message = HitMessage(
      event, sounds: performance.sounds, sampleRateHz: Float(performance.sampleRateHz))
    message.startFrame = message.startFrame.map { $0 - Instrument.outputLatencyFrames }
    report(.engine(.hit(message)))
    if event.turn == .settled { hitCount += 1 }
    hits.take(message, onsetFrame: message.onsetFrame)
  }

  private mutating func play(
    _ count: Int, write: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    let performance = performance
    let lead = min(leadFrames, count)
    leadFrames -= lead
    try played.withUnsafeMutableBufferPointer { played in
      guard let base = played.baseAddress else { return }
      performance.audioSide.play(into: base, frameCount: count)
      try write(UnsafeBufferPointer(rebasing: played[2 * lead..<2 * count]))
    }
    performance.takeNotes()
    for event in links.takeEvents() { report(.engine(event)) }
  }
}
