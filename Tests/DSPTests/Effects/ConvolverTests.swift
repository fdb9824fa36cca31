// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct ConvolverTests {
  private static let frameCount = 30_000
  private static let noise = Signal.noise(count: 2 * frameCount)

  /// The noise behind a response of each side, in blocks of a size.
  private func convolved(
    _ left: [Float], _ right: [Float], mix: Float = 1, blockFrames: Int = 100
  ) -> [Float] {
    var unit = Convolver(
      EffectRig.values([mix]), ImpulseResponse(left: left, right: right))
    var output = Self.noise
    output.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for first in stride(from: 0, to: Self.frameCount, by: blockFrames) {
        unit.process(base + 2 * first, count: min(blockFrames, Self.frameCount - first))
      }
    }
    return output
  }

  /// A room of noise that decays.
  private func response(count: Int, seed: UInt64) -> [Float] {
    zip(Signal.noise(count: count, amplitude: 0.1, seed: seed), 0...).map {
      $0 * Float(1 - Double($1) / Double(count))
    }
  }

  @Test(
    "each side is convolved with its response, without delay and to 120 dB below the sound",
    arguments: [1, 63, 64, 65, 300, 2048, 2049, 7000, 8193, 14_000])
  func convolution(count: Int) {
    let (left, right) = (response(count: count, seed: 5), response(count: count / 2 + 1, seed: 6))
    let output = convolved(left, right)
    var (error, power) = (0.0, 0.0)
    for frame in stride(from: 0, to: Self.frameCount, by: 31) {
      for (side, response) in [left, right].enumerated() {
        var expected = 0.0
        for tap in 0..<min(response.count, frame + 1) {
          expected += Double(response[tap]) * Double(Self.noise[2 * (frame - tap) + side])
        }
        let difference = Double(output[2 * frame + side]) - expected
        error += difference * difference
        power += expected * expected
      }
    }
    let decibels = EffectRig.decibels((error / power).squareRoot())
    #expect(decibels <= -120, "\(decibels) dB")
  }

  @Test("blocks of any size give the same bits", arguments: [1, 64, 333, 5000])
  func blocks(blockFrames: Int) {
    let (left, right) = (response(count: 14_000, seed: 5), response(count: 2500, seed: 6))
    #expect(
      convolved(left, right, mix: 0.5, blockFrames: blockFrames)
        == convolved(left, right, mix: 0.5, blockFrames: 100))
  }

  @Test("the answer begins with the sound, and ends with the response")
  func click() {
    let response = [0.5] + [Float](repeating: 0, count: 9999) + [0.25]
    var frames = EffectRig.click(count: 40_000)
    var unit = Convolver(
      EffectRig.values([1]), ImpulseResponse(left: response, right: response))
    #expect(unit.latencyFrames == 0)
    unit.process(&frames, count: 40_000)
    let left = EffectRig.left(frames)
    #expect(abs(left[0] - 0.5) < 1e-6 && abs(left[10_000] - 0.25) < 1e-6)
    #expect(left.indices.allSatisfy { [0, 10_000].contains($0) || abs(left[$0]) < 1e-6 })
    #expect(left[30_000...].allSatisfy { $0 == 0 })
  }
}
