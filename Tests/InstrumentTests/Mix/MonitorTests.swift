// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Simulation
import Testing

@testable import Instrument

struct MonitorTests {
  /// The addition to silence when the samples are heard and played in blocks, the return known from
  /// the start.
  private func played(
    _ input: [Float], gainDecibels: Float, returnDecibels: Float = -.infinity,
    blockFrames: Int = 64, timeline: Timeline = Timeline()
  ) -> [Float] {
    var monitor = Monitor(sampleRateHz: 48_000)
    var gain = Monitor.fadeIn(
      to: SIMD2(repeating: Units.amplitude(decibels: gainDecibels)), sampleRateHz: 48_000)
    monitor.limit(returnDecibels: returnDecibels)
    var left: [Float] = []
    for start in stride(from: 0, to: input.count, by: blockFrames) {
      let block = input[start..<min(input.count, start + blockFrames)]
      monitor.append(Array(block), count: block.count)
      left += read(
        monitor, count: block.count, &gain, firstFrame: start, timeline: timeline)
    }
    return left
  }

  /// The next frames at a gain, up to the limit; both sides are alike.
  private func read(
    _ monitor: borrowing Monitor, count: Int, _ gain: inout GainRamp, firstFrame: Int,
    timeline: Timeline
  ) -> [Float] {
    var frames = [Float](repeating: 0, count: 2 * count)
    var limits = [Float](repeating: 0, count: count)
    monitor.read(
      count: count, into: &frames, limits: &limits, firstFrame: firstFrame, timeline: timeline)
    defer { gain.advance(count) }
    return (0..<count).map { frame in
      #expect(frames[2 * frame] == frames[2 * frame + 1])
      return min(gain.gain(ahead: frame).x, limits[frame]) * frames[2 * frame]
    }
  }

  @Test("plays the microphone at the requested gain, once it has faded in")
  func gain() {
    let input = Signal.noise(count: 48_000, amplitude: 0.1)
    let output = played(input, gainDecibels: -6)
    #expect(abs(output[0]) < 1e-3 * abs(input[0]))
    let expected = Units.amplitude(decibels: -6)
    let errors = (40_000..<48_000).map { abs(output[$0] - expected * input[$0]) }
    #expect(errors.allSatisfy { $0 < 1e-5 })  // a thousandth of a decibel of the loudest
  }

  @Test("stays 6 dB below howling, where peaks of the path lie 10 dB above its mean")
  func limit() {
    let input = [Float](repeating: 0.1, count: 48_000)
    let output = played(input, gainDecibels: 0, returnDecibels: -3)
    #expect(abs(Units.decibels(amplitude: output[47_999] / 0.1) + 13) < 0.01)
  }

  @Test("does not depend on the block size", arguments: [1, 48, 441])
  func blocks(blockFrames: Int) {
    let input = Signal.noise(count: 4410)
    #expect(
      played(input, gainDecibels: 0, blockFrames: blockFrames) == played(input, gainDecibels: 0))
  }

  @Test(
    "a change of its gain comes on its output frame, whatever the block size",
    arguments: [1, 7, 441])
  func change(blockFrames: Int) {
    func output(_ blockFrames: Int) -> [Float] {
      let input = Signal.noise(count: 24_000)
      var monitor = Monitor(sampleRateHz: 48_000)
      var gain = Monitor.fadeIn(to: SIMD2(1, 1), sampleRateHz: 48_000)
      var left: [Float] = []
      var first = 0
      while first < input.count {
        if first == 14_001 { gain.glide(to: .zero, frameCount: 480) }
        let next = first < 14_001 ? 14_001 : input.count
        let end = min(next, first + blockFrames)
        // All of a block of the microphone is heard before it is played.
        monitor.append(Array(input[first..<end]), count: end - first)
        left += read(
          monitor, count: end - first, &gain, firstFrame: first, timeline: Timeline())
        first = end
      }
      return left
    }
    let reference = output(64)
    #expect(output(blockFrames) == reference)
    let input = Signal.noise(count: 24_000)
    #expect(reference[13_000...14_000] == input[13_000...14_000])
    #expect(reference[14_100] != input[14_100] && reference[14_481...].allSatisfy { $0 == 0 })
  }

  @Test("on a clock of its own it plays values between two samples")
  func between() {
    var timeline = Timeline()
    timeline.offsetFrames = 100.5
    let input = (0..<48_000).map { Float($0) * 1e-5 }
    let output = played(input, gainDecibels: 0, timeline: timeline)
    #expect(output[..<100].allSatisfy { $0 == 0 })
    #expect(abs(output[47_000] - Float(47_000 - 100.5) * 1e-5) < 1e-4)
  }
}
