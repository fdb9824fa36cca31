// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// The calls of the loop before a journal began. The microphone's input of that time is not kept.
/// Only the progress of input and output between two kits still matters. Each call matters from the
/// arrival of drums until they take over, at the beginning of a call: earlier strokes in it strike
/// the drums before.
struct PastCalls {
  private struct Stretch {
    var inputFrames: Int?
    var outputFrames: Int?
    let arrivedDrums: Int
    /// It is a single call; nothing is added to it.
    let isCall: Bool
  }

  /// Frames of a written call.
  private static let callFrames = 1024

  /// Frames heard and played.
  private(set) var frames = (input: 0, output: 0)
  private var stretches: [Stretch] = []
  private var last: LoopCall?

  /// Adds the next call.
  mutating func append(_ call: LoopCall) {
    frames.input += call.inputFrames ?? 0
    frames.output += call.outputFrames ?? 0
    let isChange =
      call.isDrumWaiting || last?.isDrumWaiting == true
      || call.arrivedDrums != last?.arrivedDrums ?? 0
    last = call
    if !isChange, let last = stretches.last, !last.isCall {
      let place = stretches.count - 1
      stretches[place].inputFrames = (last.inputFrames ?? 0) + (call.inputFrames ?? 0)
      stretches[place].outputFrames = (last.outputFrames ?? 0) + (call.outputFrames ?? 0)
    } else {
      stretches.append(
        Stretch(
          inputFrames: call.inputFrames, outputFrames: call.outputFrames,
          arrivedDrums: call.arrivedDrums, isCall: isChange))
    }
  }

  /// Calls that lead to the same drums at the same frames.
  var runs: [LoopCallRun] {
    var runs: [LoopCallRun] = []
    func add(_ count: Int, _ inputFrames: Int?, _ outputFrames: Int?, _ stretch: Stretch) {
      guard count > 0, inputFrames ?? outputFrames ?? 0 > 0 else { return }
      var run = LoopCallRun(
        LoopCall(
          inputFrames: inputFrames, outputFrames: outputFrames, timeline: Timeline(),
          arrivedDrums: stretch.arrivedDrums), count: count)
      run.isBefore = true
      runs.append(run)
    }
    for stretch in stretches {
      guard !stretch.isCall else {
        add(1, stretch.inputFrames, stretch.outputFrames, stretch)
        continue
      }
      // An action at both an input frame and an output frame is due by its output frame.
      let (input, output) = (stretch.inputFrames ?? 0, stretch.outputFrames ?? 0)
      add(input / Self.callFrames, Self.callFrames, nil, stretch)
      add(1, input % Self.callFrames, nil, stretch)
      add(output / Self.callFrames, nil, Self.callFrames, stretch)
      add(1, nil, output % Self.callFrames, stretch)
    }
    return runs
  }
}
