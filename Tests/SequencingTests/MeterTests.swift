// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import Testing

@Suite struct MeterTests {
  @Test(
    "bars and beats of a meter",
    arguments: [
      ("4/4", 4, 4), ("3/4", 3, 4), ("6/8", 2, 6), ("7/8", 7, 2), ("2/2", 4, 4), ("12/8", 4, 6),
    ])
  func meters(text: String, beats: Int, steps: Int) throws {
    let meter = try #require(Meter(text))
    #expect(meter.beatsPerBar == beats && meter.stepsPerBeat(grid: 16) == steps)
    #expect(meter.description == text)
  }

  @Test(
    "other text is no meter", arguments: ["", "4", "4/", "0/4", "4/3", "4/16", "-3/4", "4/4/4"])
  func noMeter(text: String) { #expect(Meter(text) == nil) }
}
