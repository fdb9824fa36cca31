// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@Suite struct ClockLineTests {
  @Test("on one clock every frame is answered by its own, exactly")
  func oneClock() {
    var line = ClockLine()
    for frame in stride(from: 14_400, to: 400_000, by: 64) {
      line.add(inputFrame: frame, outputFrame: Double(frame))
    }
    #expect(line.ratio == 1)
    #expect(line.inputFrame(answeredBy: 123_457) == 123_457)
  }

  @Test("on two it is the straight line through all readings, over its waverings")
  func twoClocks() {
    var line = ClockLine()
    for (index, frame) in stride(from: 14_400, to: 400_000, by: 64).enumerated() {
      let wavering = index % 2 == 0 ? 0.4 : -0.4
      line.add(inputFrame: frame, outputFrame: 1.0002 * Double(frame) + 137.25 + wavering)
    }
    #expect(abs(line.ratio - 1.0002) < 1e-8)
    let answered = line.inputFrame(answeredBy: 1.0002 * 200_000 + 137.25)
    #expect(abs(answered - 200_000) < 0.01)
  }

  @Test("without readings it knows nothing")
  func empty() {
    #expect(ClockLine().ratio == 1 && ClockLine().inputFrame(answeredBy: 7.5) == 7.5)
  }
}
