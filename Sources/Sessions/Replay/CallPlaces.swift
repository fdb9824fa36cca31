// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Where the calls of a session's loop lie on its input and its output, so that one can ask how far the output was when an
/// input frame was heard.
struct CallPlaces {
  private struct Place {
    let firstInputFrame: Int
    let firstOutputFrame: Int
    let run: LoopCallRun
  }

  /// Runs of calls with input, in order.
  private var places: [Place] = []

  init(_ runs: [LoopCallRun]) {
    var (input, output) = (0, 0)
    for run in runs {
      if let frames = run.inputFrames, frames > 0 {
        places.append(Place(firstInputFrame: input, firstOutputFrame: output, run: run))
        input += run.count * frames
      }
      output += run.count * (run.outputFrames ?? 0)
    }
  }

  /// The last that begins by an input frame; nil for none.
  private func place(of inputFrame: Int) -> Place? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].firstInputFrame > inputFrame { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? places[low - 1] : nil
  }

  /// When the sample `inputFrame` was heard: the frame of the mix that came next, and the first one that it could change.
  func outputFrames(hearing inputFrame: Int) -> (next: Int, first: Int) {
    guard let place = place(of: inputFrame) else {
      return (0, 0)
    }
    let run = place.run
    let call = min(
      run.count - 1, (inputFrame - place.firstInputFrame) / max(1, run.inputFrames ?? 1))
    let next = place.firstOutputFrame + call * (run.outputFrames ?? 0)
    return (next, max(next, outputFrame(answering: inputFrame)))
  }

  /// The frame of the mix that answers an input frame.
  func outputFrame(answering inputFrame: Int) -> Int {
    let place = place(of: inputFrame) ?? places.first
    guard let timeline = place?.run.call.timeline else { return inputFrame }
    return Int(timeline.outputFrame(answering: Double(inputFrame)) + 0.5)
  }
}
