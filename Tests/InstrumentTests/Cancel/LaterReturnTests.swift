// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

extension FeedbackGuardTests {
  @Test("a learned return holds after the device got a longer period")
  func longerPeriod() {
    let drums = Self.drums(strokes: 40)
    let echo = Self.echo(of: drums)
    let change = (frames: 256, fromFrame: 32 * 7200)
    let input = echo.indices.map { frame in
      frame < change.fromFrame + change.frames ? echo[frame] : echo[frame - change.frames]
    }
    let guarded = Self.run(input, playing: drums, later: change)
    let after = change.fromFrame + 7200..<input.count  // not the stroke in which it changed
    let cancelled = Self.decibels(input[after]) - Self.decibels(guarded.clean[after])
    #expect(cancelled > 20)
  }

  @Test("a longer period leaves no more of the path unseen than a start with it would")
  func earliest() {
    for (first, second) in [(64, 128), (64, 1024), (128, 512)] {
      let later = 2 * (second - first)
      let earliest = FeedbackSettings(periodFrames: first).earliestFrames + later
      #expect(earliest >= FeedbackSettings(periodFrames: second).earliestFrames, "not yet played")
      #expect(earliest <= 2 * second, "sooner than any device returns it")
    }
  }
}
