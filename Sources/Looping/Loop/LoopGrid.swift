// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Where cycles, bars, beats and steps of a loop lie on frames.
///
/// Each frame follows from the distance to one beat, never from a running sum: nothing drifts, even where a beat is no whole
/// number of frames.
public struct LoopGrid: Codable, Sendable, Equatable {
  /// The frame of the beat from which beats are counted; a bar begins with it.
  public let originFrame: Int
  /// So many frames …
  private let spanFrames: Double
  /// … have so many beats.
  private let spanBeats: Double
  /// The rate of the frames.
  public let sampleRateHz: Int
  /// How many beats a bar has.
  public let meter: Meter
  /// Steps of a beat to which notes belong.
  public let stepsPerBeat: Int
  /// The swing with which it was played.
  public let swing: LoopSwing
  /// Beats of a cycle.
  public let beats: Int
  /// The beat with which a cycle begins.
  private let firstBeat: Int

  private init(
    originFrame: Int, spanFrames: Double, spanBeats: Double, sampleRateHz: Int, meter: Meter,
    stepsPerBeat: Int, swing: LoopSwing, beats: Int, firstBeat: Int = 0
  ) {
    (self.originFrame, self.spanFrames, self.spanBeats) = (originFrame, spanFrames, spanBeats)
    (self.sampleRateHz, self.meter, self.stepsPerBeat) = (sampleRateHz, meter, stepsPerBeat)
    (self.swing, self.beats, self.firstBeat) = (swing, beats, firstBeat)
  }

  /// Beats of which a cycle takes a whole number of frames, so that the loop itself says how fast they are.
  public init(
    originFrame: Int, cycleFrames: Int, beats: Int, meter: Meter = .common, stepsPerBeat: Int = 4,
    swing: LoopSwing = .straight, sampleRateHz: Int
  ) {
    precondition(cycleFrames > 0 && beats > 0 && stepsPerBeat > 0, "a loop has some length")
    self.init(
      originFrame: originFrame, spanFrames: Double(cycleFrames), spanBeats: Double(beats),
      sampleRateHz: sampleRateHz, meter: meter, stepsPerBeat: stepsPerBeat, swing: swing,
      beats: beats)
  }

  /// Beats of a tempo; those of a metronome that starts on the same frame lie on the same frames.
  public init(
    originFrame: Int, beatsPerMinute: Double, beats: Int, meter: Meter = .common,
    stepsPerBeat: Int = 4, sampleRateHz: Int
  ) {
    precondition(beatsPerMinute > 0 && beats > 0 && stepsPerBeat > 0, "a loop has some length")
    self.init(
      originFrame: originFrame, spanFrames: Double(60 * sampleRateHz), spanBeats: beatsPerMinute,
      sampleRateHz: sampleRateHz, meter: meter, stepsPerBeat: stepsPerBeat, swing: .straight,
      beats: beats)
  }

  /// Beats a minute.
  public var beatsPerMinute: Double { 60 * Double(sampleRateHz) * spanBeats / spanFrames }

  /// Frames of a beat.
  var beatFrames: Double { spanFrames / spanBeats }

  /// Bars of a cycle.
  public var bars: Double { Double(beats) / Double(meter.beatsPerBar) }

  /// Frames of a cycle, to within one where beats are those of a tempo.
  public var cycleFrames: Int { Self.onset(frames(ofBeats: Double(beats))) }

  /// Frames of so many beats.
  func frames(ofBeats beats: Double) -> Double { beats * spanFrames / spanBeats }

  /// The beat of a cycle that comes so many frames after its beginning.
  func beat(ofPosition position: Int) -> Double { Double(position) * spanBeats / spanFrames }

  /// The frame on which a beat of a cycle begins.
  func frame(ofBeat beat: Double, inCycle cycle: Int) -> Int {
    originFrame + Self.onset(frames(ofBeats: Double(firstBeat + cycle * beats) + beat))
  }

  /// The frame on which a cycle begins. Cycle 0 is the one that was recorded first, until the length was changed.
  public func start(ofCycle cycle: Int) -> Int { frame(ofBeat: 0, inCycle: cycle) }

  /// The cycle that runs at a frame.
  public func cycle(atFrame frame: Int) -> Int {
    let cycle = Self.quotient(Int(beat(atFrame: frame).rounded(.down)) - firstBeat, beats)
    return start(ofCycle: cycle + 1) <= frame
      ? cycle + 1 : start(ofCycle: cycle) > frame ? cycle - 1 : cycle
  }

  /// The cycle to which a note belongs that begins on a frame: that of the nearest step.
  public func cycle(ofNoteAtFrame frame: Int) -> Int { cycle(ofNoteAtFrame: frame, beats: beats) }

  /// The same of cycles of so many beats: of bars.
  func cycle(ofNoteAtFrame frame: Int, beats: Int) -> Int {
    let step = swing.straight(beat(atFrame: frame)) * Double(stepsPerBeat)
    return Self.quotient(Int(step.rounded()) - firstBeat * stepsPerBeat, beats * stepsPerBeat)
  }

  /// The frame from which on notes belong to a cycle: half a step before it begins.
  func firstNoteFrame(ofCycle cycle: Int) -> Int {
    frame(ofBeat: swing.bent(-0.5 / Double(stepsPerBeat)), inCycle: cycle)
  }

  /// A note's place in its cycle.
  func note(_ heard: HeardNote) -> LoopNote {
    LoopNote(
      heard: heard,
      position: heard.frame - start(ofCycle: cycle(ofNoteAtFrame: heard.frame)))
  }

  /// The place in a cycle of a note that lies so many frames after the beginning of any.
  func wrapped(_ position: Int) -> Int {
    let cycle = frames(ofBeats: Double(beats))
    let first = frames(ofBeats: swing.bent(-0.5 / Double(stepsPerBeat)))
    let cycles = ((Double(position) - first) / cycle).rounded(.down)
    return cycles == 0 ? position : position - Int((cycles * cycle).rounded())
  }

  /// The same with cycles of another length. The music goes on where it is at `frame`, or so many whole cycles earlier.
  func resized(toBeats beats: Int, atFrame frame: Int) -> LoopGrid {
    let first = firstBeat + cycle(atFrame: frame) * self.beats
    let passed = Int(beat(atFrame: frame).rounded(.down)) - first
    return LoopGrid(
      originFrame: originFrame, spanFrames: spanFrames, spanBeats: spanBeats,
      sampleRateHz: sampleRateHz, meter: meter, stepsPerBeat: stepsPerBeat, swing: swing,
      beats: beats, firstBeat: first + max(0, passed) / beats * beats)
  }

  /// The same with its first cycle on frame 0 of a clock whose rate is `scale` times as high.
  func restarted(_ scale: Double, _ rateHz: Int) -> LoopGrid {
    LoopGrid(
      originFrame: 0, spanFrames: spanFrames * scale, spanBeats: spanBeats, sampleRateHz: rateHz,
      meter: meter, stepsPerBeat: stepsPerBeat, swing: swing, beats: beats)
  }

  private func beat(atFrame frame: Int) -> Double {
    Double(frame - originFrame) * spanBeats / spanFrames
  }

  /// The first whole frame that is not before a place between frames.
  private static func onset(_ frame: Double) -> Int { Int((frame - 1e-6).rounded(.up)) }

  private static func quotient(_ number: Int, _ divisor: Int) -> Int {
    (number - (number % divisor + divisor) % divisor) / divisor
  }
}
