// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Measuring
import Realtime
import Recording

/// Replaces a performance for a while; the performance's frames wait.
enum PerformanceHold: BitwiseCopyable {
  /// A sweep is played and heard.
  case sweep(StimulusRun.AudioSide)
  /// The microphone is heard for a lesson; nothing is played.
  case lesson(InputTap.AudioSide)
}

/// The audio thread's part of a live performance.
struct AudioThreadState: BitwiseCopyable {
  let instrument: Performance.AudioSide
  let recorder: Recorder.Input?
  let microphone: Recorder.Input?
  let heard: SampleHistory.Writer
  let played: SampleHistory.Writer
  let timeline: UnsafePointer<Timeline>
  /// Publishes the position of the performance, and its time.
  let timelines: SnapshotCell<Timeline>.Publisher
  let holds: Handover<PerformanceHold>.AudioSide
  /// The spoken line.
  let voice: Handover<SpokenLine.AudioSide>.AudioSide
  let witness: DuplexCapture.AudioSide?
  let calls: LoopCallLog.AudioSide?
  let journals: Handover<JournalInput>.AudioSide?
  let extra: Handover<Recorder.Input>.AudioSide?
  /// Frames that passed while the instrument waited.
  private(set) var missedInputFrames = 0
  private(set) var missedOutputFrames = 0
  /// The first frames of the current sweep.
  private(set) var firstSweepFrames = (input: 0, output: 0)
  private(set) var isSweeping = false
  /// The performance was faded out for a lesson, or for a spoken line.
  private(set) var isSilent = false
  /// Nothing of the performance was played yet.
  private var isUnbegun = true

  init(
    instrument: Performance.AudioSide, recorder: Recorder.Input?, microphone: Recorder.Input?,
    heard: SampleHistory.Writer, played: SampleHistory.Writer, timeline: UnsafePointer<Timeline>,
    timelines: SnapshotCell<Timeline>.Publisher,
    holds: Handover<PerformanceHold>.AudioSide, voice: Handover<SpokenLine.AudioSide>.AudioSide,
    witness: DuplexCapture.AudioSide?, calls: LoopCallLog.AudioSide?,
    journals: Handover<JournalInput>.AudioSide?, extra: Handover<Recorder.Input>.AudioSide?
  ) {
    (self.instrument, self.recorder, self.microphone) = (instrument, recorder, microphone)
    (self.heard, self.played) = (heard, played)
    (self.timeline, self.timelines) = (timeline, timelines)
    (self.holds, self.voice, self.witness) = (holds, voice, witness)
    (self.calls, self.journals, self.extra) = (calls, journals, extra)
  }

  /// The performance begins after a spoken line, and waits for its end.
  mutating func beginsSilent() { isSilent = true }

  /// One call of the loop: a block heard, a block played, or both.
  @_noLocks mutating func serve(
    _ input: UnsafePointer<Float>?, _ second: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    answer(input, second, inputFrames, output, outputFrames)
    if let output { played.append(output, count: 2 &* outputFrames) }
  }

  @_noLocks private mutating func answer(
    _ input: UnsafePointer<Float>?, _ second: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    var tap: InputTap.AudioSide?
    switch holds.take() {
    case .sweep(let sweep)?:
      timelines.publish(Timeline())
      serve(sweep, input, inputFrames, output, outputFrames)
      return
    case .lesson(let lesson)?: tap = lesson
    case nil: break
    }
    isSweeping = false
    let line = voice.take()
    let isSpeaking = if let line { !line.isOver } else { false }
    if isSilent, isSpeaking || tap != nil {
      timelines.publish(Timeline())
      missedInputFrames += inputFrames
      missedOutputFrames += outputFrames
      if isSpeaking, let line {
        // The microphone's input of the line is not used.
        if let output { line.play(into: output, frameCount: outputFrames) }
      } else if let tap {
        serve(tap, input, second, inputFrames, output, outputFrames)
      }
      return
    }
    let journal = journals?.take()
    let timeline = timeline.pointee.counted(
      fromInputFrame: missedInputFrames, outputFrame: missedOutputFrames)
    timelines.publish(timeline)
    if let input {
      microphone?.push(input, frameCount: inputFrames)
      heard.append(input, count: inputFrames)
      instrument.hear(input, second: second, frameCount: inputFrames, timeline: timeline)
      witness?.hear(input, frameCount: inputFrames, timeline: timeline)
      journal?.append(input: input, second: second, frameCount: inputFrames)
    }
    if let output {
      play(into: output, outputFrames)
      if let extra, let input = extra.take() { input.push(output, frameCount: outputFrames) }
      witness?.play(output, frameCount: outputFrames, timeline: timeline)
      journal?.append(output: output, frameCount: outputFrames)
      fade(output, outputFrames, isOut: isSpeaking || tap != nil)
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

  /// One call of the loop while a lesson is heard.
  @_noLocks private func serve(
    _ tap: InputTap.AudioSide, _ input: UnsafePointer<Float>?, _ second: UnsafePointer<Float>?,
    _ inputFrames: Int, _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    if let input { tap.push(input, second: second, frameCount: inputFrames) }
    if let output { for place in 0..<2 &* outputFrames { output[place] = 0 } }
  }

  /// Fades the output out before a hold, and in after it except at the very beginning; the
  /// recording continues as if there had been no hold.
  @_noLocks private mutating func fade(
    _ output: UnsafeMutablePointer<Float>, _ frameCount: Int, isOut: Bool
  ) {
    let isBeginning = isUnbegun
    isUnbegun = false
    guard isOut != isSilent else { return }
    isSilent = isOut
    if isBeginning, !isOut { return }
    for frame in 0..<frameCount {
      let rising = Float(frame) / Float(frameCount)
      let gain = isOut ? 1 - rising : rising
      output[2 &* frame] *= gain
      output[2 &* frame &+ 1] *= gain
    }
  }

  /// Plays, and hands over the recorded sound: the output, or the signal before the limiter.
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
