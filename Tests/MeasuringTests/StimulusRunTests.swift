// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Testing

@testable import Measuring

@Suite struct StimulusRunTests {
  /// 1 kHz for a second, at 48 kHz.
  private static let tone = (0..<48_000).map { Float(0.5 * sin(2 * .pi * Double($0) / 48)) }

  /// Runs a tone on two clocks, of which the output's is `ratio` times as fast; the input is the
  /// output, 300.5 output frames before the frame that answers it.
  private func heard(ratio: Double) throws -> StimulusRun.Heard {
    let run = StimulusRun(Self.tone.map { SIMD2(repeating: $0) }, sampleRateHz: 48_000)
    var timeline = Timeline()
    timeline.hasTwoClocks = true
    timeline.ratio = ratio
    timeline.offsetFrames = 100
    var input = [Float](repeating: 0, count: 64)
    while !run.isDone {
      for frame in 0..<64 {
        let answering = timeline.outputFrame(answering: Double(timeline.inputFrame + frame))
        let sent = answering - 300.5 - 14_400
        let isSounding = sent >= 0 && sent < 48_000
        input[frame] = isSounding ? Float(0.5 * sin(2 * .pi * sent / 48)) : 0
      }
      run.audioSide.serve(input, 64, nil, 0, timeline: timeline)
      timeline.inputFrame += 64
    }
    return try #require(run.heard)
  }

  @Test(
    "sound from another clock is converted to that of the output", arguments: [1, 1.0002])
  func clocks(ratio: Double) throws {
    let heard = try heard(ratio: ratio)
    #expect(heard.before.count == 14_400 && heard.during.count == 48_000)
    #expect(abs(heard.clockPartsPerMillion - 1e6 * (ratio - 1)) < 0.01)
    for frame in stride(from: 1000, to: 47_000, by: 7) {
      let expected = 0.5 * sin(2 * .pi * (Double(frame) - 300.5) / 48)
      #expect(abs(Double(heard.during[frame]) - expected) < 2e-3)
    }
  }
}
