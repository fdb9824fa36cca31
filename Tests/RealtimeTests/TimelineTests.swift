// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@Suite struct TimelineTests {
  @Test("counted from later frames on, the same moments answer each other", arguments: [1, 1.0001])
  func counted(ratio: Double) {
    var timeline = Timeline()
    (timeline.inputFrame, timeline.outputFrame) = (5000, 5100)
    (timeline.offsetFrames, timeline.ratio) = (120.5, ratio)
    let counted = timeline.counted(fromInputFrame: 3000, outputFrame: 2900)
    #expect(counted.inputFrame == 2000 && counted.outputFrame == 2200)
    let moved = counted.outputFrame(answering: 700) + 2900
    #expect(abs(moved - timeline.outputFrame(answering: 3700)) < 1e-6)
  }
}
