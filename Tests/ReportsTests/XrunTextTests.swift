// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import AudioIO
@testable import Reports

@Suite struct XrunTextTests {
  private func pop(
    _ number: Int, _ side: StreamDirection = .playback, late: Int = 1_800_000, block: Int = 50_000,
    work: Int? = nil, wait: Int = 3_100_000
  ) -> EngineEvent.Xrun {
    let pop = Xrun(
      number: number, side: side, frame: 0, lateNanoseconds: late, blockNanoseconds: block,
      workNanoseconds: work ?? block, waitNanoseconds: wait, longestBlockNanoseconds: block)
    guard case .xrun(let xrun) = EngineEvent(pop) else { preconditionFailure("a pop is an xrun") }
    return xrun
  }

  private let text = XrunText(periodFrames: 64, periodNanoseconds: 1_333_333)

  @Test("a pop shows what was late, its cause and what to try")
  func one() {
    var text = text

    let first = text.message([pop(3)], atSeconds: 0)
    #expect(
      first
        == "pop 3: the drums were 1.8 ms late; Flam took 0.05 of 1.33 ms, and the computer was busy for 3.1 ms: "
        + "close programs, or start with --period 128")
    let second = text.message([pop(4, .capture, block: 2_500_000, wait: 0)], atSeconds: 5)
    #expect(
      second
        == "pop 4: the microphone was read 1.8 ms late; Flam took 2.50 of 1.33 ms: start with --period 128"
    )
    let putOff = text.message([pop(5, block: 2_500_000, work: 40_000, wait: 100_000)], atSeconds: 8)
    #expect(
      putOff
        == "pop 5: the drums were 1.8 ms late; Flam took 0.04 of 1.33 ms, and the computer was busy for 2.6 ms: "
        + "close programs, or start with --period 128")
    let none = text.message([], atSeconds: 12)
    #expect(none == nil)
  }

  @Test("frequent pops are summed up, ever more seldom, and none is forgotten at the end")
  func rain() {
    var text = text
    let reported = (1...200).compactMap { number in
      text.message([pop(number, late: 1000 * number)], atSeconds: 0.1 * Double(number))
    }
    #expect(reported.count == 5)
    #expect(reported[1].hasPrefix("10 pops, the worst was pop 11: "))
    let rest = text.rest()
    #expect(rest?.contains("pops, the worst was pop 200: ") == true)
    let nothing = text.rest()
    #expect(nothing == nil)
  }

  @Test("after a while without pops the next is reported at once")
  func quiet() {
    var text = text
    for second in 1...10 { _ = text.message([pop(second)], atSeconds: Double(second)) }
    let summed = text.message([pop(11)], atSeconds: 100)
    #expect(summed?.contains("pops, ") == true)
    let next = text.message([pop(12)], atSeconds: 102)
    #expect(next?.hasPrefix("pop 12: ") == true)
  }
}
