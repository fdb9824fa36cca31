// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

/// What all effects have in common.
@Suite struct StereoEffectTests {
  /// An effect, two settings of it, and how long its sound rings on.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let values: [Float]
    let others: [Float]
    var tailSeconds = 0.5
    /// It makes overtones on purpose.
    var isCoarse = false
    let play:
      @Sendable (
        _ values: [Float], _ input: [Float], _ rateHz: Float, _ blockFrames: Int,
        _ changes: [EffectRig.Change]
      ) -> [Float]

    init<Effect: StereoEffect & ~Copyable>(
      _ name: String, _ make: @escaping @Sendable (SIMD8<Float>, Float) -> Effect,
      _ values: [Float], _ others: [Float],
      tailSeconds: Double = 0.5, isCoarse: Bool = false
    ) {
      testDescription = name
      (self.values, self.others) = (values, others)
      (self.tailSeconds, self.isCoarse) = (tailSeconds, isCoarse)
      play = {
        EffectRig.play(
          make, $0, $1, rateHz: $2, blockFrames: $3, changes: $4)
      }
    }
  }

  static let cases = [
    Case("low pass", { FilterEffect(.lowPass, $0, sampleRateHz: $1) }, [300, 2], [20_000, 0.7]),
    Case(
      "low pass, sharp", { FilterEffect(.lowPass, $0, sampleRateHz: $1) }, [600, 20], [20_000, 20]),
    Case("high pass", { FilterEffect(.highPass, $0, sampleRateHz: $1) }, [20, 0.7], [2000, 2]),
    Case("band pass", { FilterEffect(.bandPass, $0, sampleRateHz: $1) }, [440, 10], [5000, 0.5]),
    Case("peak", { FilterEffect(.peak, $0, sampleRateHz: $1) }, [440, 1, -24], [440, 1, 24]),
    Case(
      "low shelf", { FilterEffect(.lowShelf, $0, sampleRateHz: $1) }, [1000, 0.7, -24],
      [1000, 0.7, 24]),
    Case(
      "low shelf, far", { FilterEffect(.lowShelf, $0, sampleRateHz: $1) }, [20, 1, -24],
      [20_000, 0.7, -24]),
    Case(
      "high shelf", { FilterEffect(.highShelf, $0, sampleRateHz: $1) }, [100, 0.7, 24],
      [1000, 0.7, -24]),
    Case("fir", FIRLowPass.init, [1000, 101], [5000, 301]),
    Case("average", MovingAverage.init, [3], [101]),
    Case("ring modulator", RingModulator.init, [30, 0], [700, 1]),
    Case("tape delay", TapeDelay.init, [0.01, 0.5, 0.5, 0], [0.05, 0.6, 1, 1], tailSeconds: 3),
    Case(
      "convolver",
      { values, _ in Convolver(values, ImpulseResponse(left: [0.5, 0.2, 0.1], right: [0.3])) },
      [0.2], [1]),
    Case("reverb", RoomReverb.init, [0.3, 0.4, 0.5, 0.3], [0.7, 0.8, 0, 1], tailSeconds: 2),
    Case("distortion", Distortion.init, [0, 0], [6, 1]),
    Case("crusher", BitCrusher.init, [6, 9000], [12, 100_000], isCoarse: true),
    Case("compressor", Compressor.init, [-10, 2, 0.01, 0.1, 0], [-40, 8, 0.01, 0.2, 12]),
    Case("gate", Gate.init, [-40, 0.01, 0.1], [-3, 0.001, 0.1]),
    Case("transient shaper", TransientShaper.init, [24, 12], [-24, -12], tailSeconds: 1),
    Case("chorus", Chorus.init, [0.5, 0.2, 0.5], [5, 1, 1]),
    Case("flanger", Flanger.init, [0.5, 0.2, 0.5], [5, 1, 1], tailSeconds: 1),
    Case("tremolo", Tremolo.init, [5, 0.2, 1], [9, 1, 1]),
    Case("width", StereoWidth.init, [0], [2]),
    Case("spectral", SpectralEffect.init, [0, -40], [1, -50]),
    Case("pitch", PitchShifter.init, [-5, 0.5], [7, 1]),
    Case(
      "synth", FollowingSynth.init, [0, -12, 800, 0.005, 0.05, 0.5], [1, -5, 400, 0.01, 0.02, 1]),
  ]

  @Test("blocks of any size give the same bits", arguments: cases, [1, 17, 256])
  func blocks(effect: Case, blockFrames: Int) {
    let changes = [
      EffectRig.Change(frame: 1001, values: effect.others),
      EffectRig.Change(frame: 1501, values: effect.values, frameCount: 700),
    ]
    func played(_ blockFrames: Int) -> [UInt32] {
      effect.play(effect.values, Signal.noise(count: 8000), 48_000, blockFrames, changes)
        .map(\.bitPattern)
    }
    let isSame = played(blockFrames) == played(64)
    #expect(isSame)
  }

  @Test(
    "any input and any values leave it finite, and then it sounds again", arguments: cases,
    [8000, 48_000, 192_000] as [Float])
  func hostile(effect: Case, rateHz: Float) {
    let wild: [Float] = [.nan, .infinity, -.infinity, 1e38, -1e38, .leastNonzeroMagnitude, 0, 1]
    let noise = Signal.noise(count: 4000)
    let input = (0..<2000).map { wild[$0 % 7] } + noise
    for number in [-.infinity, -1, 1e9, .infinity, .nan] as [Float] {
      let values = [Float](repeating: number, count: 8)
      let changes = [
        EffectRig.Change(frame: 100, values: effect.others, frameCount: 0),
        EffectRig.Change(frame: 300, values: values, frameCount: 100),
        EffectRig.Change(frame: 1000, values: effect.others, frameCount: 64),
        EffectRig.Change(frame: 1000, values: effect.values, frameCount: 64),
      ]
      let output = effect.play(values, input, rateHz, 64, changes)
      let isFinite = output.allSatisfy(\.isFinite)
      #expect(isFinite)
      let isHeard = output[(input.count - 2000)...].contains { abs($0) > 1e-9 }
      #expect(isHeard)
    }
  }

  @Test("silence follows when its sound has ended", arguments: cases)
  func silence(effect: Case) {
    let rest = Int(effect.tailSeconds * 48_000)
    let input = Signal.noise(count: 4000) + EffectRig.constant(0, count: rest + 1000)
    let output = effect.play(effect.others, input, 48_000, 64, [])
    let isSilent = output[(output.count - 2000)...].allSatisfy { $0 == 0 }
    #expect(isSilent)
    let quiet = effect.play(effect.values, EffectRig.constant(0, count: 1000), 48_000, 64, [])
    let staysSilent = quiet.allSatisfy { $0 == 0 }
    #expect(staysSilent)
  }

  @Test("other values make no click", arguments: cases, [false, true])
  func clicks(effect: Case, isBackwards: Bool) {
    guard !effect.isCoarse else { return }
    let (from, to) = isBackwards ? (effect.others, effect.values) : (effect.values, effect.others)
    let input = EffectRig.sine(hertz: 440, amplitude: 0.5, count: 16_384)
    let output = effect.play(
      from, input, 48_000, 64,
      [
        EffectRig.Change(frame: 9000, values: to),
        EffectRig.Change(frame: 9500, values: from),
        EffectRig.Change(frame: 10_000, values: to),
      ])
    for side in [EffectRig.left(output), EffectRig.right(output)] {
      let powers = EffectRig.powers(Array(side.suffix(8192)))
      let high = powers[(5000 * 8192 / 48_000)...].reduce(0, +)
      let level = 10 * log10(high / 0.25 + 1e-20)
      #expect(level < -60, "\(level) dB")
    }
  }
}
