// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import TestSupport
import Testing

@testable import Instrument

/// Taps that are all alike, answered by drums that are all alike, always as late.
@Suite struct EqualTapsTests {
  private static let spacingFrames = 19_200
  private static let answerFrames = 230
  private static let tapCount = 24

  /// A falling ramp of 50 ms after each tap.
  private static let drums: [SIMD2<Float>] = (0..<tapCount * spacingFrames).map { frame in
    let age = frame % spacingFrames - answerFrames
    return SIMD2(repeating: (0..<2400).contains(age) ? 0.4 * (1 - Float(age) / 2400) : 0)
  }

  /// The same tap again and again over a little noise.
  private static func taps(_ sound: StruckSounds.Sound) -> [Float] {
    let (one, onsets) = StruckSounds.take(sound, amplitudes: [0.6], background: 0)
    let tap = one[onsets[0]...]
    var samples = Signal.noise(count: tapCount * spacingFrames, amplitude: 3e-4, seed: 3)
    for start in stride(from: 0, to: samples.count, by: spacingFrames) {
      for (offset, sample) in tap.enumerated() { samples[start + offset] += sample }
    }
    return samples
  }

  /// What a guard leaves of an input, and how much of the drums it takes to return.
  private static func guarded(
    _ input: [Float]
  ) -> (clean: [Float], returnGainDecibels: Float?) {
    var feedback = FeedbackGuard(settings: FeedbackSettings(), sampleRateHz: 48_000)
    var clean: [Float] = []
    for start in stride(from: 0, to: input.count, by: 64) {
      for frame in start..<start + 64 {
        clean.append(feedback.process(input[frame], timeline: Timeline()))
      }
      var output = drums[start..<start + 64].flatMap { [$0.x, $0.y] }
      feedback.keep(output.mutableSpan)
    }
    return (clean, feedback.returnGainDecibels)
  }

  @Test(
    "what rings on of a tap is not taken for its drum's return",
    arguments: [StruckSounds.low, StruckSounds.middle, StruckSounds.high])
  func ringing(sound: StruckSounds.Sound) {
    let input = Self.taps(sound)
    let (clean, returnGainDecibels) = Self.guarded(input)
    #expect(returnGainDecibels == nil)
    let isUntouched = clean == input
    #expect(isUntouched)
  }

  @Test("a return is found all the same")
  func returning() {
    let taps = Self.taps(StruckSounds.low)
    let lag = 900
    let input = taps.indices.map { taps[$0] + ($0 < lag ? 0 : 0.5 * Self.drums[$0 - lag].x) }
    #expect(Self.guarded(input).returnGainDecibels != nil)
  }
}
