// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct MovingAverageTests {
  @Test("a step rises evenly, and passes its middle after the latency", arguments: [3, 11, 101])
  func step(points: Int) {
    let output = EffectRig.left(
      EffectRig.play(MovingAverage.init, [Float(points)], EffectRig.constant(1, count: 300)))
    for frame in 0..<300 {
      let expected = min(1, Float(frame + 1) / Float(points))
      #expect(abs(output[frame] - expected) < 1e-6)
    }
    let latency = EffectRig.latencyFrames(MovingAverage.init, [Float(points)])
    #expect(latency == (points - 1) / 2)
  }

  @Test("the first null is at the sample rate divided by the points", arguments: [3, 15, 101])
  func null(points: Int) {
    let response = EffectRig.left(
      EffectRig.play(MovingAverage.init, [Float(points)], EffectRig.click(count: 128)))
    let null = 48_000 / Double(points)
    #expect(EffectRig.gain(response, hertz: null) < 1e-6)
    #expect(EffectRig.gain(response, hertz: null / 2) > 0.6)
    #expect(abs(EffectRig.gain(response, hertz: 0) - 1) < 1e-6)
  }

  @Test("rounding never adds up: after five seconds of noise, silence is zero")
  func drift() {
    let noise = Signal.noise(count: 480_000, amplitude: 3)
    let output = EffectRig.play(
      MovingAverage.init, [101], noise + EffectRig.constant(0, count: 101))
    #expect(output.suffix(2) == [0, 0])
  }

  @Test("after a glide it is a mean of the other points, of odd number")
  func glide() {
    let noise = Signal.noise(count: 8000)
    let glided = EffectRig.play(
      MovingAverage.init, [3], noise, changes: [EffectRig.Change(frame: 100, values: [50])])
    let fresh = EffectRig.play(MovingAverage.init, [51], noise)
    #expect(glided.suffix(2000) == fresh.suffix(2000))
  }
}
