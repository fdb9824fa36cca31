// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Testing

@Suite struct AutoBufferTests {
  /// The period that is requested if pops come at these times, checked twenty times a second for
  /// half a minute.
  private func asked(_ pops: [Double], periodFrames: Int = 64) -> [(seconds: Double, frames: Int)] {
    var buffer = AutoBuffer(startedAtSeconds: 0)
    return stride(from: 0, to: 30, by: 0.05).compactMap { seconds in
      buffer.largerPeriod(
        than: periodFrames, pops: pops.count { $0 <= seconds }, atSeconds: seconds
      ).map { (seconds, $0) }
    }
  }

  @Test("the third pop within ten seconds doubles the period, once")
  func threePops() throws {
    let asked = asked([2, 5, 11])
    #expect(asked.count == 1)
    let change = try #require(asked.first)
    #expect(change.frames == 128)
    #expect(change.seconds >= 11 && change.seconds < 11.1)
  }

  @Test(
    "few pops, pops far apart and pops at the start change nothing",
    arguments: [[2, 5], [2, 8, 13, 19, 25], [0.1, 0.3, 0.5, 0.9, 4, 5]])
  func fewPops(pops: [Double]) { #expect(asked(pops).isEmpty) }

  @Test("a period is requested once, however many pops come before it is there")
  func once() { #expect(asked(Array(stride(from: 2, to: 25, by: 0.1))).count == 1) }

  @Test("all pops between two checks count")
  func burst() { #expect(asked([3.01, 3.02, 3.03]).map(\.frames) == [128]) }

  @Test("a period of any length doubles, up to 1024 frames")
  func largest() {
    #expect(asked([3, 4, 5], periodFrames: 441).map(\.frames) == [882])
    #expect(asked([3, 4, 5], periodFrames: 1024).isEmpty)
  }

  @Test("pops before a new start are forgotten")
  func restart() {
    var buffer = AutoBuffer(startedAtSeconds: 0)
    #expect(buffer.largerPeriod(than: 64, pops: 2, atSeconds: 5) == nil)
    buffer.restart(atSeconds: 6)
    #expect(buffer.largerPeriod(than: 64, pops: 5, atSeconds: 6.5) == nil)
    #expect(buffer.largerPeriod(than: 64, pops: 7, atSeconds: 8) == nil)
    #expect(buffer.largerPeriod(than: 64, pops: 8, atSeconds: 9) == 128)
  }
}
