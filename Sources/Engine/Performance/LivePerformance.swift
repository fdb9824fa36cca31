// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Instrument
import Measuring
import Realtime
import Recording

/// A performance in real time: an audio loop that hears and plays through the instrument, and its
/// recorder.
///
/// One thread makes, starts, asks and ends it; the audio thread runs inside.
public final class LivePerformance {
  /// What the microphone heard can be read so long: longer than any turn is kept waiting.
  private static let heardSeconds = 4

  /// The performance.
  public let performance: Performance
  /// The audio loop.
  public let loop: AudioLoop
  /// Records the mix, if wanted.
  public let recorder: Recorder?
  /// What the microphone heard last.
  let heard: SampleHistory
  /// Looks at what is played, when somebody asks.
  let analyser: OutputAnalyser
  /// Records the microphone separately, if wanted.
  public let microphoneRecorder: Recorder?
  /// The last or current sweep; after it ``begin(expecting:)`` begins or continues the performance.
  public private(set) var sweep: EchoSweep?
  /// A sweep is played; the performance waits.
  public private(set) var isSweeping: Bool
  /// Records both sides of it, if wanted.
  public let witness: DuplexCapture?
  /// Writes the playing to a journal for replay; nil if that is never wanted.
  let journals: JournalWriter?
  /// Brings recordings that begin later.
  private let extra: Handover<Recorder.Input>?
  private let stage: UnsafeMutablePointer<AudioThreadState>
  private let timelines = SnapshotCell(Timeline())
  private let holds = Handover<PerformanceHold>()
  private let voice = Handover<SpokenLine.AudioSide>()
  /// The lines in use by the audio thread: the last one given, and the one before until the last is
  /// taken.
  private var lines: [SpokenLine] = []
  /// The next line, once the audio thread has taken the one before.
  private var nextLine: SpokenLine?
  /// Hands the microphone to lessons; made for the first one.
  private var lessonTap: InputTap?
  /// A lesson hears the microphone; the performance waits.
  private(set) var isTeaching = false

  /// Ready to start; `performance` must have the rate of `loop`.
  ///
  /// - Parameters:
  ///   - journals: The subscriber of `performance`, with its log; nil if nothing is written down.
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
    heard = SampleHistory(minimumFrames: Self.heardSeconds * performance.sampleRateHz)
    analyser = OutputAnalyser(sampleRateHz: performance.sampleRateHz)
    stage = .allocate(capacity: 1)
    stage.initialize(
      to: AudioThreadState(
        instrument: performance.audioSide, recorder: recorder?.input,
        microphone: microphoneRecorder?.input, heard: heard.writer,
        played: analyser.played.writer, timeline: loop.timeline,
        timelines: timelines.publisher, holds: holds.audioSide, voice: voice.audioSide,
        witness: witness?.audioSide,
        calls: journals?.history.audioSide,
        journals: journals?.handover.audioSide, extra: extra?.audioSide))
  }

  deinit {
    end()
    stage.deallocate()
  }

  /// Starts hearing and playing, or the sweep if there is one. Ends by itself after `frameLimit`
  /// input frames, in addition to the sweep's. It goes on, and is recorded, even while a device is
  /// missing.
  public func start(frameLimit: Int? = nil) throws(DeviceError) {
    try start(frameLimit: frameLimit, after: nil)
  }

  /// The same after a line, spoken before the performance begins.
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

  /// Holds the performance for a sweep: nothing else is heard, played or recorded, and its frames
  /// wait. False if a sweep plays, or has only just ended.
  public func hold(for sweep: EchoSweep) -> Bool {
    guard !isSweeping, !isTeaching, self.sweep == nil || holds.isTaken else { return false }
    self.sweep = sweep
    isSweeping = true
    holds.give(.sweep(sweep.audioSide))
    return true
  }

  /// Holds the performance for a lesson: it fades out within a block, then the lesson gets the
  /// input, nothing is played or recorded, and the performance's frames wait. Nil if it is already
  /// held.
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

  /// Says something, and cuts off the line before. Meanwhile the performance is held, or the lesson
  /// hears nothing: input of that time is lost.
  func say(_ line: SpokenLine) {
    nextLine = line
    giveLine()
  }

  /// Gives the next line to the audio thread, if that has taken the one before: once a turn. While
  /// it takes none, for example because a device blocks it, only the last line is kept.
  func giveLine() {
    guard let line = nextLine, voice.isTaken else { return }
    lines = lines.suffix(1) + [line]
    nextLine = nil
    voice.give(line.audioSide)
  }

  /// Begins or continues the performance after the sweep, with the measured echo path.
  public func begin(expecting path: EchoPath) {
    // The audio thread does not touch the instrument until the sweep is taken from it.
    performance.expectReturn(along: path)
    isSweeping = false
    holds.give(nil)
  }

  /// The position of the performance in the last block, and its time; no time while it waits.
  var timeline: Timeline { isSweeping || isTeaching ? Timeline() : timelines.reader.read() }

  /// Stops the loop and closes the recording, complete; says why it ended.
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

  /// Closes the recording, complete, once the loop has ended. This may take as long as the disk
  /// does.
  public func finish() {
    recorder?.finish()
    microphoneRecorder?.finish()
    journals?.mix?.finish()
    journals?.journal?.stop()
  }

  /// Its recorders.
  public var recorders: [Recorder] {
    [recorder, microphoneRecorder].compactMap(\.self) + (journals?.recorders ?? [])
  }
}
