// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import Testing

@Suite struct PulseLineTests {
  @Test("the line goes through even pulses, and says by how much others deviate")
  func line() throws {
    let even = try #require(PulseLine((0..<48).map { 100 + 0.02 * Double($0) }))
    #expect(abs(even.secondsPerPulse - 0.02) < 1e-12 && even.deviationSeconds < 1e-12)
    var times = (0..<48).map { 100 + 0.02 * Double($0) }
    times[24] += 0.004
    let late = try #require(PulseLine(times))
    #expect(abs(late.secondsPerPulse - 0.02) < 1e-5)
    #expect((0.0038...0.004).contains(late.deviationSeconds))
  }

  @Test("there is no line through less than two pulses, or if time stands still")
  func none() {
    #expect(PulseLine([]) == nil && PulseLine([1]) == nil && PulseLine([1, 1, 1]) == nil)
  }
}
