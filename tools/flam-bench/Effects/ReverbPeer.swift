// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument

/// Our reverb: whether it decays as asked, and its cost beside FluidSynth's.
struct ReverbPeer {
  /// Of the decay, 1.
  private static let mostDecayError = 0.1
  private static let decaysSeconds: [Float] = [0.5, 1, 3]

  let isQuick: Bool

  func run() -> Bool {
    var worst = 0.0
    let texts = Self.decaysSeconds.map { wanted in
      let found = decaySeconds(wanted)
      worst = max(worst, abs(found / Double(wanted) - 1))
      return "\(found.digits(2)) s of \(Double(wanted).digits(1)) s"
    }
    print("  reverb, time of a fall by 60 dB, without damping: \(texts.joined(separator: ", "))")
    let ours = EffectCost([[EffectSetting(.reverb)]], turnCount: isQuick ? 60 : 600).median
    if let theirs = fluidSynthMicroseconds() {
      print(
        "  reverb, a block: ours \(ours.digits(2)) µs, FluidSynth's \(theirs.digits(2)) µs")
    } else {
      print("  FluidSynth is not there: apt install libfluidsynth3 timgm6mb-soundfont")
    }
    return verdict("the reverb decays as asked within 10 %", worst <= Self.mostDecayError)
  }

  /// From -5 to -25 dB of what is still to come of an impulse, times three.
  private func decaySeconds(_ seconds: Float) -> Double {
    let probe = EffectProbe(.reverb, ["decay": seconds, "damping": 0, "mix": 1])
    let response = probe.impulseResponse(count: Int(2 * seconds * 48_000))
    var left = [Double](repeating: 0, count: response.count + 1)
    for frame in response.indices.reversed() {
      left[frame] = left[frame + 1] + Double(response[frame]) * Double(response[frame])
    }
    func frame(_ decibels: Double) -> Int {
      left.firstIndex { 10 * log10(max($0, 1e-300) / left[0]) < decibels } ?? left.count
    }
    return 3 * Double(frame(-25) - frame(-5)) / 48_000
  }

  /// What its reverb adds to a block of nothing.
  private func fluidSynthMicroseconds() -> Double? {
    guard let font = FluidSynth.soundFonts.first(where: { access($0, R_OK) == 0 }),
      let dry = synth(font, hasReverb: false), let wet = synth(font, hasReverb: true)
    else { return nil }
    var (without, with) = (BlockTimes(), BlockTimes())
    var block = [Float](repeating: 0, count: 2 * BusyInstrument.blockFrames)
    block.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      for _ in 0..<(isQuick ? 1000 : 10_000) {
        without.measure { dry.process(into: base, frameCount: BusyInstrument.blockFrames) }
        with.measure { wet.process(into: base, frameCount: BusyInstrument.blockFrames) }
      }
    }
    return with.medianMicroseconds - without.medianMicroseconds
  }

  private func synth(_ font: String, hasReverb: Bool) -> FluidSynth? {
    FluidSynth(
      font: font, voiceCount: 16, interpolation: .none,
      sampleRateHz: BusyInstrument.sampleRateHz, hasReverb: hasReverb)
  }
}
