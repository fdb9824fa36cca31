// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// One call of the audio loop, as far as it decides the output: with the same input, the same calls
/// give the same output, bit for bit, regardless of devices, clocks and pops.
package struct LoopCall: BitwiseCopyable, Sendable, Equatable {
  /// Frames heard; nil if the call had no input.
  package var inputFrames: Int?
  /// Frames played; nil if the call had no output.
  package var outputFrames: Int?
  /// See ``Timeline/offsetFrames``.
  package var offsetFrames = 0.0
  /// See ``Timeline/ratio``.
  package var ratio = 1.0
  /// See ``Timeline/laterFrames``.
  package var laterFrames = 0
  /// Other drums that had arrived, including those that still waited.
  package var arrivedDrums = 0
  /// Some of these still wait.
  package var isDrumWaiting = false
  /// The number of its journal, see ``PerformanceHistory``; 0 for none.
  package var journal = 0

  @_noLocks package init(
    inputFrames: Int?, outputFrames: Int?, timeline: Timeline, arrivedDrums: Int = 0,
    isDrumWaiting: Bool = false, journal: Int = 0
  ) {
    self.arrivedDrums = arrivedDrums
    self.isDrumWaiting = isDrumWaiting
    self.journal = journal
    self.inputFrames = inputFrames
    self.outputFrames = outputFrames
    offsetFrames = timeline.offsetFrames
    ratio = timeline.ratio
    laterFrames = timeline.laterFrames
  }

  /// The same, as far as its run records it.
  var reported: LoopCall {
    var call = self
    (call.isDrumWaiting, call.journal) = (false, 0)
    return call
  }

  /// How its input relates to its output.
  package var timeline: Timeline {
    var timeline = Timeline()
    timeline.offsetFrames = offsetFrames
    timeline.ratio = ratio
    timeline.laterFrames = laterFrames
    return timeline
  }
}

/// Equal calls in a row, as one line of a session's `calls.jsonl`.
package struct LoopCallRun: Codable, Equatable {
  /// How many there were.
  package var count: Int
  /// The values of each call.
  package let inputFrames: Int?
  package let outputFrames: Int?
  package let offsetFrames: Double
  package let ratio: Double
  package let laterFrames: Int
  /// Missing as long as none have come.
  package let arrivedDrums: Int?
  /// True if they came before the session began, which then holds none of their input; missing
  /// otherwise.
  package var isBefore: Bool?

  package init(_ call: LoopCall, count: Int = 1) {
    self.count = count
    inputFrames = call.inputFrames
    outputFrames = call.outputFrames
    offsetFrames = call.offsetFrames
    ratio = call.ratio
    laterFrames = call.laterFrames
    arrivedDrums = call.arrivedDrums == 0 ? nil : call.arrivedDrums
  }

  /// Any loop's calls meet this; a file's may not.
  package var isPossible: Bool {
    (1...1 << 32).contains(count) && max(inputFrames ?? 0, outputFrames ?? 0) > 0
      && (0...1 << 20).contains(inputFrames ?? 0)
      && (0...1 << 20).contains(outputFrames ?? 0) && abs(offsetFrames) < 1e12
      && (0.5...2).contains(ratio) && (0...1 << 30).contains(laterFrames)
      && (0...1 << 30).contains(arrivedDrums ?? 0)
  }

  /// Each of the calls.
  package var call: LoopCall {
    var timeline = Timeline()
    timeline.offsetFrames = offsetFrames
    timeline.ratio = ratio
    timeline.laterFrames = laterFrames
    return LoopCall(
      inputFrames: inputFrames, outputFrames: outputFrames, timeline: timeline,
      arrivedDrums: arrivedDrums ?? 0)
  }
}
