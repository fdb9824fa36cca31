// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Patterns
import Realtime

/// Renders a song without a clock, as fast as possible: the same bits for the same song, kit and seed, whatever the block
/// size. The song's first beat is the first frame of the output.
public struct SongRendering {
  /// Notes are sent, and the end is decided, once in this time.
  private static let turnsPerSecond = 10
  /// No drum rings longer than this.
  private static let longestTailSeconds = 20

  /// What was rendered.
  public struct Outcome: Sendable, Equatable {
    /// Frames of output.
    public internal(set) var frameCount = 0
    /// Notes, those that were left out not counted.
    public internal(set) var noteCount = 0
    /// Drums that the kit has nothing for.
    public internal(set) var missing: Set<SongDrum> = []
    /// Notes that found no room as too many came at once.
    public internal(set) var crowdedCount = 0
  }

  private let performance: Performance
  private let periodFrames: Int

  /// A rendering by a performance that has not begun and takes notes.
  public init(_ performance: Performance, periodFrames: Int) {
    precondition(periodFrames > 0, "a block has at least one frame")
    (self.performance, self.periodFrames) = (performance, periodFrames)
    performance.restMeters()
  }

  /// Renders a song, and lets the drums ring out.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The tempo at its beginning; nil for its own. Later ones change as much.
  ///   - turns: How often it is played, 1 or more.
  ///   - write: Receives the output, interleaved stereo, in order.
  ///   - report: Receives each note, in order; its frames are those of the output.
  public func run(
    _ song: Song, beatsPerMinute: Double? = nil, turns: Int = 1,
    write: (UnsafeBufferPointer<Float>) throws -> Void,
    report: (EngineEvent) throws -> Void = { _ in }
  ) throws -> Outcome {
    let rate = performance.sampleRateHz
    var line = SongLine(
      song, atFrame: 0, beatsPerMinute: beatsPerMinute, turns: turns, sampleRateHz: rate)
    var outcome = Outcome()
    var pads: [SongDrum: NotePad?] = [:]
    let latency = Instrument.outputLatencyFrames
    let turnFrames = max(1, rate / Self.turnsPerSecond)
    var (endFrame, frame) = (Int.max, 0)
    var played = [Float](repeating: 0, count: 2 * periodFrames)
    let silence = [Float](repeating: 0, count: periodFrames)
    // What leaves the instrument before the song's first frame is no part of it.
    var leadFrames = latency
    while frame < endFrame || isSounding && frame < endFrame + Self.longestTailSeconds * rate {
      for event in line.advance(to: frame + turnFrames) {
        switch event {
        case .note(let drum, let velocity, let start):
          let pad = pads[drum] ?? performance.pad(of: drum)
          pads[drum] = .some(pad)
          guard let pad else {
            outcome.missing.insert(drum)
            continue
          }
          let id = HitIdentity(outcome.noteCount + 1, from: .pattern)
          guard performance.send(NoteEvent(.on(pad, velocity: velocity), id: id, atFrame: start))
          else {
            outcome.crowdedCount += 1
            continue
          }
          outcome.noteCount += 1
          let struck = performance.kit.pads[pad.pad]
          try report(
            .note(
              EngineEvent.Note(
                id: id, action: .on, pad: struck.title, place: pad.pad,
                midiNote: struck.note ?? struck.role.generalMIDINote, key: nil,
                velocity: velocity, startFrame: start, askedFrame: start)))
        case .end(let end): endFrame = end + latency
        case .tempo(let beatsPerMinute, let meter, let start):
          // Effects follow it.
          performance.take(
            EngineCommand.Tempo(beatsPerMinute: beatsPerMinute, meter: meter), atFrame: start)
        case .bar: break
        }
      }
      let turnEnd = frame + turnFrames
      while frame < turnEnd {
        let count = min(periodFrames, turnEnd - frame)
        let lead = min(leadFrames, count)
        leadFrames -= lead
        try silence.withUnsafeBufferPointer { heard in
          try played.withUnsafeMutableBufferPointer { played in
            guard let heard = heard.baseAddress, let base = played.baseAddress else { return }
            performance.audioSide.hear(heard, frameCount: count, timeline: Timeline())
            performance.audioSide.play(into: base, frameCount: count)
            try write(UnsafeBufferPointer(rebasing: played[2 * lead..<2 * count]))
          }
        }
        frame += count
      }
      performance.takeNotes()
      performance.collectDrums()
    }
    outcome.frameCount = frame - latency
    return outcome
  }

  private var isSounding: Bool {
    let snapshot = performance.snapshot
    return snapshot.soundingVoices > 0 || snapshot.isReturnHeard
  }
}

extension Performance {
  /// The pad of the kit that plays a drum of a song, or the nearest one; nil where it has neither.
  func pad(of drum: SongDrum) -> NotePad? {
    for name in drum.padNames {
      if let pad = pads(named: name).first { return pad }
    }
    return nil
  }
}
