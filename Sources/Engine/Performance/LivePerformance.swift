// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Instrument
import Measuring
import Realtime
import Recording

/// A performance in real time: an audio loop that hears and plays through the instrument, and a recorder that keeps it.
///
/// One thread makes it, starts it, asks it and ends it; the audio thread runs inside.
public final class LivePerformance {
  /// What is played.
  public let performance: Performance
  /// What it is played on.
  public let loop: AudioLoop
  /// What keeps it, where it is kept.
  public let recorder: Recorder?
  /// What keeps the microphone beside it, where that is wanted.
  public let microphoneRecorder: Recorder?
  /// What was measured last, or is being measured; ``begin(expecting:)`` then lets the performance begin, or go on.
  public private(set) var sweep: EchoSweep?
  /// A sweep is played; the performance waits.
  public private(set) var isSweeping: Bool
  /// What keeps both sides of it, where that is wanted.
  public let witness: DuplexCapture?
  /// Has what is played taken down so that it can be played again; nil if that is never wanted.
  let journals: JournalWriter?
  /// Brings what records it for a while.
  private let extra: Handover<Recorder.Input>?
  private let stage: UnsafeMutablePointer<AudioThreadState>
  private let timelines = SnapshotCell(Timeline())
  private let holds = Handover<PerformanceHold>()
  private let voice = Handover<SpokenLine.AudioSide>()
  /// What the audio thread may use: the line that it was given last, and the one before until that one is taken.
  private var lines: [SpokenLine] = []
  /// The line that is said next, once the audio thread has taken the one before.
  private var nextLine: SpokenLine?
  /// Hands the microphone to lessons; made for the first one.
  private var lessonTap: InputTap?
  /// A lesson hears the microphone; the performance waits.
  private(set) var isTeaching = false

  /// Ready to start; `performance` must have the rate of `loop`.
  ///
  /// - Parameters:
  ///   - journals: The subscriber of `performance`, with its log; nil if nothing is taken down.
  public init(
    _ performance: Performance, on loop: AudioLoop, recorder: Recorder?,
    microphoneRecorder: Recorder? = nil, after sweep: EchoSweep? = nil,
    witness: DuplexCapture? = nil, journals: JournalWriter? = nil,
    extra: Handover<Recorder.Input>? = nil
  ) {
    precondition(performance.sampleRateHz == loop.rateHz, "the kit has the rate of the device")
    self.performance = performance
    self.loop = loop
    self.recorder = recorder
    self.microphoneRecorder = microphoneRecorder
    self.sweep = sweep
    self.witness = witness
    self.extra = extra
    self.journals = journals
    isSweeping = sweep != nil
    if let sweep { holds.give(.sweep(sweep.audioSide)) }
    stage = .allocate(capacity: 1)
    stage.initialize(
      to: AudioThreadState(
        instrument: performance.audioSide, recorder: recorder?.input,
        microphone: microphoneRecorder?.input, timeline: loop.timeline,
        timelines: timelines.publisher, holds: holds.audioSide, voice: voice.audioSide,
        witness: witness?.audioSide,
        calls: journals?.history.audioSide,
        journals: journals?.handover.audioSide, extra: extra?.audioSide))
  }

  deinit {
    end()
    stage.deallocate()
  }

  /// Starts hearing and playing, or the sweep where there is one; ends by itself after `frameLimit` input frames, which
  /// those of the sweep come before. It goes on, and is recorded, also while a device is away.
  public func start(frameLimit: Int? = nil) throws(DeviceError) {
    try start(frameLimit: frameLimit, after: nil)
  }

  /// The same after a line, which is said before the performance begins.
  func start(frameLimit: Int?, after line: SpokenLine?) throws(DeviceError) {
    if let line {
      stage.pointee.beginsSilent()
      say(line)
    }
    let handler = BlockHandler(
      function: { context, input, second, inputFrames, output, outputFrames in
        context.assumingMemoryBound(to: AudioThreadState.self).pointee
          .serve(input, second, inputFrames, output, outputFrames)
      }, context: stage)
    try loop.start(
      handler,
      frameLimit: frameLimit.map {
        $0 + (sweep?.frameCount ?? 0) + (line?.audioSide.frameCount ?? 0)
      }, survivesLoss: true)
  }

  /// Holds the performance for a sweep, in which nothing else is heard, played or recorded; its frames wait. False if one
  /// is played, or has only just ended.
  public func hold(for sweep: EchoSweep) -> Bool {
    guard !isSweeping, !isTeaching, self.sweep == nil || holds.isTaken else { return false }
    self.sweep = sweep
    isSweeping = true
    holds.give(.sweep(sweep.audioSide))
    return true
  }

  /// Holds the performance, which fades out within a block, for a lesson: what is heard from now on goes to that, nothing is
  /// played or recorded, and the frames of the performance wait. Nil if something else holds it.
  func holdForLesson() -> InputTap? {
    guard !isSweeping, !isTeaching else { return nil }
    let tap = lessonTap ?? InputTap(sampleRateHz: loop.rateHz, hearsTwo: loop.hearsTwo)
    lessonTap = tap
    isTeaching = true
    _ = tap.newSamples()
    holds.give(.lesson(tap.audioSide))
    return tap
  }

  /// Lets the performance go on after a lesson.
  func endLesson() {
    isTeaching = false
    holds.give(nil)
  }

  /// Says something, in place of what is being said. Meanwhile the performance is held, or the lesson hears nothing: what the
  /// microphone hears of it is lost.
  func say(_ line: SpokenLine) {
    nextLine = line
    giveLine()
  }

  /// Gives the line that is said next to the audio thread, where that has taken the one before: once a turn. While it takes
  /// none, as when a device holds it up, only the last line is kept.
  func giveLine() {
    guard let line = nextLine, voice.isTaken else { return }
    lines = lines.suffix(1) + [line]
    nextLine = nil
    voice.give(line.audioSide)
  }

  /// Lets the performance begin once the sweep is done, or go on, with what it found.
  public func begin(expecting path: EchoPath) {
    // The audio thread leaves the instrument alone until the sweep is taken from it.
    performance.expectReturn(along: path)
    isSweeping = false
    holds.give(nil)
  }

  /// Where the performance stood in the last block, and when; of no time while it waits.
  var timeline: Timeline { isSweeping || isTeaching ? Timeline() : timelines.reader.read() }

  /// Stops the loop and closes the recording, whole; says why it ended.
  @discardableResult public func end() -> LoopEnding {
    let ending = stop()
    finish()
    return ending
  }

  /// Stops the loop, and waits for no disk; says why it ended.
  public func stop() -> LoopEnding {
    loop.stop()
    return loop.wait()
  }

  /// Closes the recording, whole, once the loop has ended. That may take as long as the disk does.
  public func finish() {
    recorder?.finish()
    microphoneRecorder?.finish()
    journals?.mix?.finish()
    journals?.journal?.stop()
  }

  /// What records it.
  public var recorders: [Recorder] {
    [recorder, microphoneRecorder].compactMap(\.self) + (journals?.recorders ?? [])
  }
}
