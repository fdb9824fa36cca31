// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Instrument
import Realtime

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
  /// Has what is played taken down so that it can be played again; nil where that is never wanted.
  let journals: JournalDesk?
  /// Brings what records it for a while.
  private let extra: Handover<Recorder.Input>?
  private let stage: UnsafeMutablePointer<AudioThreadState>
  private let sweeps = Handover<StimulusRun.AudioSide>()
  private let timelines = SnapshotCell(Timeline())

  /// Ready to start; `performance` must have the rate of `loop`.
  ///
  /// - Parameters:
  ///   - history: Remembers how it is played, with the log of `performance`; nil where nothing is to be taken down.
  ///   - journal: Takes it down from the beginning; nil for nothing so far.
  public init(
    _ performance: Performance, on loop: AudioLoop, recorder: Recorder?,
    microphoneRecorder: Recorder? = nil, after sweep: EchoSweep? = nil,
    witness: DuplexCapture? = nil, history: PerformanceHistory? = nil,
    journal: (any PerformanceJournal)? = nil,
    extra: Handover<Recorder.Input>? = nil
  ) {
    precondition(performance.sampleRateHz == loop.rateHz, "the kit has the rate of the device")
    self.performance = performance
    self.loop = loop
    self.recorder = recorder
    self.microphoneRecorder = microphoneRecorder
    self.sweep = sweep
    self.witness = witness
    precondition(journal == nil || history != nil, "what a journal tells is remembered")
    self.extra = extra
    let journals = history.map {
      JournalDesk(
        $0, journal, hasMonitored: performance.settings.monitorDecibels != nil)
    }
    self.journals = journals
    if let journals { performance.tellChange = { journals.append($0) } }
    isSweeping = sweep != nil
    if let sweep { sweeps.give(sweep.audioSide) }
    stage = .allocate(capacity: 1)
    stage.initialize(
      to: AudioThreadState(
        instrument: performance.audioSide, recorder: recorder?.input,
        microphone: microphoneRecorder?.input, timeline: loop.timeline,
        timelines: timelines.publisher, sweeps: sweeps.audioSide, witness: witness?.audioSide, calls: history?.audioSide,
        journals: journals?.handover.audioSide, extra: extra?.audioSide))
  }

  deinit {
    end()
    stage.deallocate()
  }

  /// Starts hearing and playing, or the sweep where there is one; ends by itself after `frameLimit` input frames, which
  /// those of the sweep come before. It goes on, and is recorded, also while a device is away.
  public func start(frameLimit: Int? = nil) throws(DeviceError) {
    let handler = BlockHandler(
      function: { context, input, second, inputFrames, output, outputFrames in
        context.assumingMemoryBound(to: AudioThreadState.self).pointee
          .serve(input, second, inputFrames, output, outputFrames)
      }, context: stage)
    try loop.start(
      handler, frameLimit: frameLimit.map { $0 + (sweep?.frameCount ?? 0) }, survivesLoss: true)
  }

  /// Holds the performance for a sweep, in which nothing else is heard, played or recorded; its frames wait. False where one
  /// is played, or has only just ended.
  public func hold(for sweep: EchoSweep) -> Bool {
    guard !isSweeping, self.sweep == nil || sweeps.isTaken else { return false }
    self.sweep = sweep
    isSweeping = true
    sweeps.give(sweep.audioSide)
    return true
  }

  /// Lets the performance begin once the sweep is done, or go on, with what it found.
  public func begin(expecting path: EchoPath) {
    // The audio thread leaves the instrument alone until the sweep is taken from it.
    if performance.hasBegun {
      performance.tellReturn(along: path)
    } else {
      journals?.expectReturn(along: path)
    }
    performance.expectReturn(along: path)
    isSweeping = false
    sweeps.give(nil)
  }

  /// Where the performance stood in the last block, and when; of no time while a sweep is played.
  var timeline: Timeline { isSweeping ? Timeline() : timelines.reader.read() }

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

/// What the audio thread needs of a live performance.
private struct AudioThreadState: BitwiseCopyable {
  let instrument: Performance.AudioSide
  let recorder: Recorder.Input?
  let microphone: Recorder.Input?
  let timeline: UnsafePointer<Timeline>
  let timelines: SnapshotCell<Timeline>.Publisher
  let sweeps: Handover<StimulusRun.AudioSide>.AudioSide
  let witness: DuplexCapture.AudioSide?
  let calls: LoopCallLog.AudioSide?
  let journals: Handover<JournalInput>.AudioSide?
  let extra: Handover<Recorder.Input>.AudioSide?
  /// Frames that went by while the instrument waited.
  private(set) var missedInputFrames = 0
  private(set) var missedOutputFrames = 0
  /// Where the sweep that is being played began.
  private(set) var firstSweepFrames = (input: 0, output: 0)
  private(set) var isSweeping = false

  /// One call of the loop: a block heard, a block played, or both.
  @_noLocks mutating func serve(
    _ input: UnsafePointer<Float>?, _ second: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    if let sweep = sweeps.take() {
      serve(sweep, input, inputFrames, output, outputFrames)
      return
    }
    isSweeping = false
    let journal = journals?.take()
    let timeline = timeline.pointee.counted(
      fromInputFrame: missedInputFrames, outputFrame: missedOutputFrames)
    timelines.publish(timeline)
    if let input {
      microphone?.push(input, frameCount: inputFrames)
      instrument.hear(input, second: second, frameCount: inputFrames, timeline: timeline)
      witness?.hear(input, frameCount: inputFrames, timeline: timeline)
      journal?.append(input: input, second: second, frameCount: inputFrames)
    }
    if let output {
      play(into: output, outputFrames)
      if let extra, let input = extra.take() { input.push(output, frameCount: outputFrames) }
      witness?.play(output, frameCount: outputFrames, timeline: timeline)
      journal?.append(output: output, frameCount: outputFrames)
    }
    calls?.append(
      LoopCall(
        inputFrames: input == nil ? nil : inputFrames,
        outputFrames: output == nil ? nil : outputFrames, timeline: timeline,
        arrivedDrums: instrument.arrivedDrumsCount, isDrumWaiting: instrument.isDrumWaiting,
        journal: journal?.number ?? 0))
  }

  /// One call of the loop while the instrument waits.
  @_noLocks private mutating func serve(
    _ sweep: StimulusRun.AudioSide, _ input: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    if !isSweeping {
      isSweeping = true
      firstSweepFrames = (timeline.pointee.inputFrame, timeline.pointee.outputFrame)
    }
    missedInputFrames += inputFrames
    missedOutputFrames += outputFrames
    sweep.serve(
      input, inputFrames, output, outputFrames,
      timeline: timeline.pointee.counted(
        fromInputFrame: firstSweepFrames.input, outputFrame: firstSweepFrames.output))
  }

  /// Plays, and hands over what is recorded: what is heard, or what the limiter has not limited yet.
  @_noLocks private func play(into output: UnsafeMutablePointer<Float>, _ frameCount: Int) {
    guard let recorder, recorder.mix != nil || recorder.stems != nil else {
      instrument.play(into: output, frameCount: frameCount)
      recorder?.push(output, frameCount: frameCount)
      return
    }
    var first = 0
    while first < frameCount {
      let count = min(Recorder.Input.mixFrames, frameCount - first)
      instrument.play(
        into: output + 2 * first, frameCount: count, unlimited: recorder.mix,
        stems: recorder.stems)
      recorder.push(recorder.mix ?? output + 2 * first, frameCount: count)
      first += count
    }
  }
}
