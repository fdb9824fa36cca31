// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Latency
import Testing

@Suite struct PortDelayTests {
  private let buffers = BufferDelay(sampleRateHz: 48_000, periodFrames: 96, periodCount: 3)

  private func delay(_ source: PortDelay.Source, device: Double? = nil) -> PortDelay {
    PortDelay(source, kitOnsetFrames: 24, buffers: buffers, deviceMilliseconds: device)
  }

  @Test("a note takes the buffers, a millisecond, the kit's onset and the limiter")
  func note() {
    let delay = delay(PortDelay.Source(.midi))
    #expect(
      delay.stages.map(\.name) == [
        .capturePeriod, .constantDelayMargin, .playbackBuffer, .kitOnset, .limiter,
      ])
    let limiter = 1000 * Double(SoftLimiter.latencyFrames) / 48_000
    #expect(abs(delay.milliseconds - (2 + 1 + 4 + 0.5 + limiter)) < 1e-9)
    #expect(
      abs(delay.milliseconds - delay.stages.reduce(0) { $0 + $1.milliseconds }) < 1e-9)
  }

  @Test(
    "a hit on a board also takes its report, and both the card's own delay, if that is known"
  )
  func stroke() {
    let board = PortDelay.Source(.board, reportingSeconds: 0.0045)
    let (note, stroke) = (delay(PortDelay.Source(.midi)), delay(board))
    #expect(abs(stroke.milliseconds - note.milliseconds - 4.5) < 1e-9)
    #expect(stroke.stages.contains { $0.name == .reporting && $0.milliseconds == 4.5 })
    #expect(abs(delay(board, device: 1.25).milliseconds - stroke.milliseconds - 1.25) < 1e-9)
  }
}
