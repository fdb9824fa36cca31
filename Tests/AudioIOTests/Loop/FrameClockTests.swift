// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Testing

@Suite struct FrameClockTests {
  /// A stream that is off by `partsPerMillion`, seen once a period, up to `jitterSeconds` late.
  private struct Stream {
    let rateHz: Double
    let periodFrames: Double
    let jitterSeconds: Double
    var clock = FrameClock(rateHz: 48_000)
    var generator: SeededGenerator
    var frame = 0.0

    init(partsPerMillion: Double, periodFrames: Double, jitterSeconds: Double, seed: UInt64) {
      rateHz = 48_000 * (1 + 1e-6 * partsPerMillion)
      self.periodFrames = periodFrames
      self.jitterSeconds = jitterSeconds
      generator = SeededGenerator(seed: seed)
    }

    var nextSeconds: Double { (frame + periodFrames) / rateHz }

    mutating func wake() {
      frame += periodFrames
      clock.observe(
        frame: frame, seconds: frame / rateHz + jitterSeconds * Double(generator.uniform()))
    }
  }

  @Test(
    "two clocks 400 ppm apart keep input and output at a constant delay for ten hours",
    arguments: [200.0, -200.0])
  func tenHours(partsPerMillion: Double) {
    // Periods of 0.1 s stand for 75 of 64 frames each: the same drift, fewer observations to average.
    var capture = Stream(
      partsPerMillion: partsPerMillion, periodFrames: 4800, jitterSeconds: 0.000_2, seed: 1)
    var playback = Stream(
      partsPerMillion: -partsPerMillion, periodFrames: 4800, jitterSeconds: 0.000_2, seed: 2)
    var worstSeconds = 0.0
    while capture.frame < 36_000 * 48_000 {
      if capture.nextSeconds < playback.nextSeconds { capture.wake() } else { playback.wake() }
      guard capture.frame > 60 * 48_000 else { continue }
      let line = playback.clock.line(over: capture.clock)
      let answered = line.offsetFrames + line.ratio * capture.frame
      // Both were equally late on the average, so the true answer is the same instant.
      let error = answered / playback.rateHz - capture.frame / capture.rateHz
      worstSeconds = max(worstSeconds, abs(error))
    }
    #expect(worstSeconds < 0.000_1)
  }

  @Test("small periods with wake-ups up to 0.5 ms late settle within two seconds")
  func settling() {
    var stream = Stream(
      partsPerMillion: 100, periodFrames: 64, jitterSeconds: 0.000_5, seed: 3)
    var worstSeconds = 0.0
    while stream.frame < 20 * 48_000 {
      stream.wake()
      guard stream.frame > 2 * 48_000 else { continue }
      let error =
        stream.clock.seconds(atFrame: stream.frame) - stream.frame / stream.rateHz - 0.000_25
      worstSeconds = max(worstSeconds, abs(error))
    }
    #expect(worstSeconds < 0.000_1)
  }

  @Test("after a restart the clock keeps its rate and takes the new phase")
  func restart() {
    var stream = Stream(partsPerMillion: 150, periodFrames: 64, jitterSeconds: 0, seed: 4)
    while stream.frame < 60 * 48_000 { stream.wake() }
    let before = stream.clock.secondsPerFrame
    stream.clock.restart(seconds: 99.9)
    #expect(stream.clock.frame(atSeconds: 99.9) == 0)
    stream.clock.observe(frame: 0, seconds: 100)
    #expect(stream.clock.secondsPerFrame == before)
    #expect(abs(before * stream.rateHz - 1) < 1e-6)
    #expect(abs(stream.clock.frame(atSeconds: 101) - stream.rateHz) < 0.1)
  }

  @Test("a device that hands out frames as fast as they are fetched keeps the ratio near one")
  func noClock() {
    var clock = FrameClock(rateHz: 48_000)
    for period in 1...10_000 {
      clock.observe(frame: Double(64 * period), seconds: 1e-6 * Double(period))
    }
    #expect(abs(clock.secondsPerFrame * 48_000 - 1) <= 0.010_001)
  }
}
