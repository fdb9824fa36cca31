// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Realtime

@testable import AudioIO

/// The steps of a loop over two streams in simulated time, by a thread that wakes up late.
struct SimulatedDuplex {
  /// The delays: from a frame's entering to its answer's leaving.
  struct Outcome {
    var shortestSeconds = Double.infinity
    var longestSeconds = -Double.infinity
    /// Times that the capture buffer ran over, or the playback buffer dry.
    var pops = 0
    /// Answers that were due before the next frame to be written.
    var lateAnswers = 0
    var answers = 0
  }

  /// How long a block takes.
  static let blockSeconds = 0.000_06
  /// The machine is quiet and busy in turn, for so long each.
  static let busySeconds = 900.0
  private static let latenessCount = 1 << 16

  private var capture: SimulatedStream
  private var playback: SimulatedStream
  private var mapping: ClockMapping
  private var timeline = Timeline()
  private var firstInputFrame = 0
  private var firstOutputFrame = 0
  private var inputFrames = 0
  private var outputFrames = 0
  private var seconds = 0.0
  private var awakeSince: Double?
  /// How late the thread wakes up, quiet and busy.
  private let lateness: [[Double]]
  private var wakeUps = 0
  private let latestSeconds: Double
  private var lateLooks = 0
  private var outcome = Outcome()

  /// - Parameter latestSeconds: How late the thread wakes up at most; up to that in one of a
  ///   thousand times.
  init(
    capture: SimulatedStream, playback: SimulatedStream, latestSeconds: Double, seed: UInt64 = 1
  ) {
    self.capture = capture
    self.playback = playback
    self.latestSeconds = latestSeconds
    mapping = ClockMapping(rateHz: Int(SimulatedStream.nominalRateHz))
    mapping.restart(
      capturePeriodFrames: capture.periodFrames, inputFrames: 0, outputFrames: 0, seconds: 0)
    var generator = SeededGenerator(seed: seed)
    lateness = [0, 0.000_3].map { busy in
      (0..<Self.latenessCount).map { index in
        let usual = -0.000_03 * log(Double(1 - generator.uniform()))
        let rare = index % 1000 == 0 ? latestSeconds * Double(generator.uniform()) : 0
        return min(latestSeconds, usual + busy * Double(generator.uniform()) + rare)
      }
    }
  }

  /// The intended fill of the playback buffer, two periods.
  private var filledFrames: Int { 2 * playback.periodFrames }
  /// The nominal time from a frame's entering to its answer's leaving.
  var delaySeconds: Double {
    Double(filledFrames + mapping.aheadFrames) / SimulatedStream.nominalRateHz
  }

  /// Runs for so long; returns the delays.
  mutating func run(seconds duration: Double) -> Outcome {
    outcome = Outcome()
    let end = seconds + duration
    while seconds < end { turn() }
    return outcome
  }

  /// Breaks off for a while; then both streams start anew.
  ///
  /// - Parameter lateLooks: For so many checks after it the thread is held up as long as the
  ///   buffers bear.
  mutating func restart(afterSeconds pause: Double, lateLooks: Int = 0) {
    self.lateLooks = lateLooks
    seconds += pause
    func anew(_ stream: SimulatedStream, after wait: Double) -> SimulatedStream {
      SimulatedStream(
        periodFrames: stream.periodFrames, stepFrames: stream.stepFrames,
        partsPerMillion: stream.partsPerMillion, wandering: stream.wanderingPartsPerMillion,
        startSeconds: seconds + wait)
    }
    capture = anew(capture, after: 0.000_1)
    playback = anew(playback, after: 0.000_9)
    (firstInputFrame, firstOutputFrame) = (inputFrames, outputFrames)
    mapping.restart(
      capturePeriodFrames: capture.periodFrames, inputFrames: inputFrames,
      outputFrames: outputFrames, seconds: seconds)
    awakeSince = nil
  }

  /// Like the loop: both streams are checked, then each is served.
  private mutating func turn() {
    capture.advance(to: seconds)
    playback.advance(to: seconds)
    let seen = seconds
    let captured = firstInputFrame + capture.frame - inputFrames
    let played = firstOutputFrame + playback.frame
    if captured > 2 * capture.periodFrames || played > outputFrames + filledFrames {
      outcome.pops += 1
    }
    if captured >= capture.periodFrames {
      mapping.addCaptured(until: inputFrames + captured, seconds: seen, awakeSince: awakeSince)
      mapping.lay(&timeline)
      answer()
      inputFrames += capture.periodFrames
      seconds += Self.blockSeconds
    }
    if played >= outputFrames + playback.periodFrames {
      mapping.addPlayed(until: played, seconds: seen, awakeSince: awakeSince)
      mapping.lay(&timeline)
      outputFrames += playback.periodFrames
      seconds += Self.blockSeconds
    }
    if seconds > seen { awakeSince = seen } else { sleep() }
  }

  private mutating func sleep() {
    let due = min(
      capture.seconds(showing: inputFrames - firstInputFrame + capture.periodFrames),
      playback.seconds(showing: outputFrames - firstOutputFrame + playback.periodFrames))
    wakeUps += 1
    let isBusy = Int(seconds / Self.busySeconds) % 2
    let late = lateLooks > 0 ? latestSeconds : lateness[isBusy][wakeUps % Self.latenessCount]
    lateLooks -= 1
    seconds = max(seconds, due) + late + 1e-9
    awakeSince = nil
  }

  /// Answers the first frame of the captured block, as an instrument would: on a whole frame.
  private mutating func answer() {
    let answer = Int(timeline.outputFrame(answering: Double(inputFrames)) + 0.5)
    let entered = capture.seconds(atFrame: Double(inputFrames - firstInputFrame))
    let left = playback.seconds(
      atFrame: Double(answer - firstOutputFrame + filledFrames))
    outcome.answers += 1
    outcome.lateAnswers += answer < outputFrames ? 1 : 0
    outcome.shortestSeconds = min(outcome.shortestSeconds, left - entered)
    outcome.longestSeconds = max(outcome.longestSeconds, left - entered)
  }
}
