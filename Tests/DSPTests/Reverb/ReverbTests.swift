// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct ReverbTests {
  private func answer(
    _ input: [SIMD2<Float>], rateHz: Float = 48_000, blockFrames: Int = 64
  ) -> [SIMD2<Float>] {
    var room = Reverb(sampleRateHz: rateHz)
    var frames = input
    frames.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return }
      for first in stride(from: 0, to: all.count, by: blockFrames) {
        _ = room.process(base + first, count: min(blockFrames, all.count - first))
      }
    }
    return frames
  }

  private func click(seconds: Float, rateHz: Float = 48_000) -> [SIMD2<Float>] {
    [SIMD2(1, 0)] + [SIMD2<Float>](repeating: .zero, count: Int(seconds * rateHz))
  }

  private func energy(_ frames: some Sequence<SIMD2<Float>>) -> Float {
    frames.reduce(0) { $0 + ($1 * $1).sum() }
  }

  @Test(
    "gives back the energy of a click, and loses 60 dB in its declared time",
    arguments: [44_100, 48_000, 96_000, 192_000] as [Float])
  func decay(rateHz: Float) {
    let echoes = answer(click(seconds: 1, rateHz: rateHz), rateHz: rateHz)
    #expect(abs(10 * log10(energy(echoes))) < 0.1)
    func level(_ seconds: Float) -> Float {
      let first = Int(seconds * rateHz)
      return 10 * log10(energy(echoes[first..<first + Int(0.1 * rateHz)]))
    }
    let fall = level(0.1) - level(0.4)
    // High sound falls sooner: somewhat more than 60 dB in the time.
    #expect((30...40).contains(fall * Reverb.decaySeconds / 0.6), "\(fall)")
  }

  @Test("its two sides are nearly uncorrelated")
  func sides() {
    let echoes = answer(click(seconds: 0.5))
    let common = echoes.reduce(Float(0)) { $0 + $1.x * $1.y }
    #expect(abs(common) / energy(echoes) < 0.1)
  }

  @Test("does not depend on the block size", arguments: [1, 7, 1000])
  func blocks(blockFrames: Int) {
    let noise = Signal.noise(count: 20_000)
    let input = (0..<10_000).map { SIMD2(noise[2 * $0], noise[2 * $0 + 1]) }
    #expect(answer(input, blockFrames: blockFrames) == answer(input))
  }

  @Test("silence stays silence, and returns for good 120 dB down")
  func silence() {
    let quiet = [SIMD2<Float>](repeating: .zero, count: 4800)
    #expect(answer(quiet).allSatisfy { $0 == .zero })
    let echoes = answer(click(seconds: 2))
    let rest = Int(2 * Reverb.decaySeconds * 48_000)
    #expect(echoes[(rest + 1)...].allSatisfy { $0 == .zero })
    #expect(energy(echoes[(rest - 480)..<rest]) < 1e-11)
  }

  @Test("values that are no number do not enter the room", arguments: [Float.nan, .infinity])
  func sanity(wild: Float) {
    let silence = [SIMD2<Float>](repeating: .zero, count: 4800)
    let echoes = answer([SIMD2(wild, -wild)] + silence + click(seconds: 0.5))
    let isAsBefore = Array(echoes.suffix(24_001)) == answer(click(seconds: 0.5))
    #expect(isAsBefore)
  }

  @Test("values that grow too large do not stay in the room")
  func overflow() {
    let most = Float.greatestFiniteMagnitude
    let huge = (0..<9600).map { SIMD2<Float>(repeating: $0 % 2 == 0 ? most : -most) }
    let echoes = answer(huge + click(seconds: 0.5))
    let areNumbers = echoes.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    #expect(areNumbers)
  }
}
