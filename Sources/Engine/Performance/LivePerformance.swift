// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Instrument
import Realtime
import Synchronization

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
  /// What is measured before it; ``begin(expecting:)`` then opens the performance.
  public let sweep: EchoSweep?
  /// What keeps both sides of it, where that is wanted.
  public let witness: DuplexCapture?
  /// What keeps it so that it can be played again, where that is wanted.
  public let journal: (any PerformanceJournal)?
  /// Brings what records it for a while.
  private let extra: Handover<Recorder.Input>?
  private let stage: UnsafeMutablePointer<AudioThreadState>
  private let isOpen: UnsafeMutablePointer<Atomic<Bool>>

  /// Ready to start; `performance` must have the rate of `loop`.
  public init(
    _ performance: Performance, on loop: AudioLoop, recorder: Recorder?,
    microphoneRecorder: Recorder? = nil, after sweep: EchoSweep? = nil,
    witness: DuplexCapture? = nil, journal: (any PerformanceJournal)? = nil,
    extra: Handover<Recorder.Input>? = nil
  ) {
    precondition(performance.sampleRateHz == loop.rateHz, "the kit has the rate of the device")
    self.performance = performance
    self.loop = loop
    self.recorder = recorder
    self.microphoneRecorder = microphoneRecorder
    self.sweep = sweep
    self.witness = witness
    self.journal = journal
    self.extra = extra
    if let journal { performance.tellChange = { journal.note($0) } }
    isOpen = .allocate(capacity: 1)
    isOpen.initialize(to: Atomic(sweep == nil))
    stage = .allocate(capacity: 1)
    stage.initialize(
      to: AudioThreadState(
        instrument: performance.audioSide, recorder: recorder?.input,
        microphone: microphoneRecorder?.input, timeline: loop.timeline,
        sweep: sweep?.audioSide, witness: witness?.audioSide, journal: journal?.audioSide,
        extra: extra?.audioSide,
        isOpen: isOpen))
  }

  deinit {
    end()
    stage.deallocate()
    isOpen.deallocate()
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

  /// Opens the performance once the sweep is done, with what it found.
  public func begin(expecting path: EchoPath) {
    performance.expectReturn(along: path)
    journal?.expectReturn(along: path)
    isOpen.pointee.store(true, ordering: .releasing)
  }

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
    journal?.stop()
  }

  /// What records it.
  public var recorders: [Recorder] {
    [recorder, microphoneRecorder, journal?.microphone].compactMap(\.self)
  }
}

/// What the audio thread needs of a live performance.
private struct AudioThreadState: BitwiseCopyable {
  let instrument: Performance.AudioSide
  let recorder: Recorder.Input?
  let microphone: Recorder.Input?
  let timeline: UnsafePointer<Timeline>
  let sweep: StimulusRun.AudioSide?
  let witness: DuplexCapture.AudioSide?
  let journal: JournalInput?
  let extra: Handover<Recorder.Input>.AudioSide?
  let isOpen: UnsafeMutablePointer<Atomic<Bool>>
  /// Frames that went by before the instrument was there.
  private(set) var missedInputFrames = 0
  private(set) var missedOutputFrames = 0

  /// One call of the loop: a block heard, a block played, or both.
  @_noLocks mutating func serve(
    _ input: UnsafePointer<Float>?, _ second: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    if let sweep, !isOpen.pointee.load(ordering: .acquiring) {
      missedInputFrames += inputFrames
      missedOutputFrames += outputFrames
      sweep.serve(input, inputFrames, output, outputFrames, timeline: timeline.pointee)
      return
    }
    let timeline = timeline.pointee.counted(
      fromInputFrame: missedInputFrames, outputFrame: missedOutputFrames)
    if let input {
      microphone?.push(input, frameCount: inputFrames)
      instrument.hear(input, second: second, frameCount: inputFrames, timeline: timeline)
      witness?.hear(input, frameCount: inputFrames, timeline: timeline)
    }
    if let output {
      play(into: output, outputFrames)
      if let extra, let input = extra.take() { input.push(output, frameCount: outputFrames) }
      witness?.play(output, frameCount: outputFrames, timeline: timeline)
    }
    journal?.note(
      input, second: second, frameCount: input == nil ? nil : inputFrames,
      outputFrames: output == nil ? nil : outputFrames, timeline: timeline,
      arrivedDrums: instrument.arrivedDrumsCount)
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
