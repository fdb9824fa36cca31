// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Profiles
import Sessions
import TestSupport

/// How exact gains are through the whole instrument, and how well left, right and silence keep apart.
struct GainTable {
  private static let mostErrorDecibels = 0.01

  func run() -> Bool {
    let taps = Signal.taps(count: 48_000, everyFrames: 12_000)
    let reference = energy(played(taps, gainDecibels: -20))
    var worst = 0.0
    for gain in stride(from: -60.0, through: -20, by: 4) {
      let found = 10 * log10(energy(played(taps, gainDecibels: Float(gain))) / reference)
      worst = max(worst, abs(found - (gain + 20)))
    }
    print("  gain of -60...-20 dB through the instrument: at most \(worst.digits(5)) dB off")
    var isMet = verdict("gain within 0.01 dB", worst <= Self.mostErrorDecibels)
    var uneven = 0.0
    for step in -10...10 {
      let gains = PanLaw.gains(pan: Float(step) / 10)
      let power = Double(gains.x * gains.x + gains.y * gains.y)
      uneven = max(uneven, abs(10 * log10(power)))
    }
    let centre = Double(Units.decibels(amplitude: PanLaw.gains(pan: 0).x))
    print(
      "  pan: constant power within \(uneven.digits(5)) dB, \(centre.digits(3)) dB in the centre")
    isMet = verdict("pan law within 0.01 dB", uneven <= Self.mostErrorDecibels) && isMet
    let silence = energy(played([Float](repeating: 0, count: 48_000), gainDecibels: 0))
    print(
      "  crosstalk of the limiter: \(crosstalk().digits(1)) dB; noise floor: "
        + "\((10 * log10(silence)).digits(1)) dBFS")
    return verdict(
      "no crosstalk, no noise", silence == 0 && crosstalk() == -.infinity) && isMet
  }

  private func played(_ taps: [Float], gainDecibels: Float) -> [Float] {
    var settings = InstrumentSettings()
    settings.gainDecibels = gainDecibels
    let performance = Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 4800)), profile: .general, settings: settings)
    var output = [Float](repeating: 0, count: 2 * taps.count)
    taps.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { played in
        guard let source = input.baseAddress, let target = played.baseAddress else { return }
        performance.audioSide.process(source, into: target, frameCount: taps.count)
      }
    }
    return output
  }

  private func energy(_ samples: [Float]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  private func crosstalk() -> Double {
    var block = Signal.noise(count: 20_000, amplitude: 4)
    for frame in 0..<10_000 { block[2 * frame + 1] = 0 }
    var limiter = SoftLimiter()
    var span = block.mutableSpan
    limiter.process(&span)
    let right = (0..<10_000).reduce(Float(0)) { max($0, abs(block[2 * $1 + 1])) }
    return Double(Units.decibels(amplitude: right))
  }
}
