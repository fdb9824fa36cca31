// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct LargestAmplitudeTests {
  @Test("finds the largest wherever it stands", arguments: [1, 2, 7, 8, 9, 31, 32, 33])
  func everywhere(count: Int) {
    for place in 0..<count {
      for peak: Float in [0.5, -0.5] {
        var samples = (0..<count).map { 0.25 - 0.01 * Float($0 % 3) }
        samples[place] = peak
        #expect(samples.withUnsafeBufferPointer(Self.largest) == 0.5)
      }
    }
  }

  @Test("a value that is no number counts as silence, and -0 is 0", arguments: [1, 8, 11])
  func strange(count: Int) {
    for sample in [-Float.zero, .nan, -.nan] {
      let samples = [Float](repeating: sample, count: count)
      let largest = samples.withUnsafeBufferPointer(Self.largest)
      #expect(largest == 0 && largest.sign == .plus)
    }
    #expect([-.infinity, 1].withUnsafeBufferPointer(Self.largest) == .infinity)
  }

  @Test("an empty buffer is silence")
  func nothing() {
    #expect([Float(1)].withUnsafeBufferPointer { Self.largest(.init(rebasing: $0[..<0])) } == 0)
  }

  private static func largest(_ samples: UnsafeBufferPointer<Float>) -> Float {
    samples.baseAddress.map { LargestAmplitude.of($0, count: samples.count) } ?? 0
  }
}
