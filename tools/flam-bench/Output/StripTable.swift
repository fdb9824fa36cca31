// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import DSP
import Glibc
import Instrument
import Profiles
import Simulation

/// How exact strips of the mixer are through the whole instrument: their gain, their place, and
/// their mute.
struct StripTable {
  private static let mostErrorDecibels = 0.01

  func run() -> Bool {
    let whole = powers { _ in }
    var gainError = 0.0
    for decibels in stride(from: Float(-60), through: 0, by: 5) {
      let found = powers { $0[.gain] = Units.amplitude(decibels: decibels) }
      let change = 10 * log10((found.x + found.y) / (whole.x + whole.y))
      gainError = max(gainError, abs(change - Double(decibels)))
    }
    var placeError = 0.0
    for step in -9...9 {
      let gains = PanLaw.gains(pan: Float(step) / 10)
      let found = powers { $0[.pan] = Float(step) / 10 }
      let change = 10 * log10(found.x / whole.x / (found.y / whole.y))
      placeError = max(placeError, abs(change - 20 * log10(Double(gains.x / gains.y))))
    }
    let side = powers { $0[.pan] = -1 }
    let muted = powers { $0[.mute] = 1 }
    print(
      "  strips: gain of -60...0 dB at most \(gainError.digits(5)) dB off, pan \(placeError.digits(5)) dB; right of what is left "
        + "\((10 * log10(side.y)).digits(1)) dB, muted \((10 * log10(muted.x + muted.y)).digits(1)) dB"
    )
    return verdict(
      "strips within 0.01 dB, what is silent is",
      gainError <= Self.mostErrorDecibels && placeError <= Self.mostErrorDecibels && side.y == 0
        && muted == .zero)
  }

  /// Energy on the left and on the right, of drums whose strips are all changed.
  private func powers(_ edit: (inout StripChange) -> Void) -> SIMD2<Double> {
    let taps = Signal.taps(count: 48_000, everyFrames: 12_000)
    var settings = InstrumentSettings()
    settings.gainDecibels = -20
    settings.strips = ["kick", "snare", "hihat"].map {
      var change = StripChange(drum: $0)
      edit(&change)
      return change
    }
    let performance = Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 4800)), profile: .general, settings: settings)
    var output = [Float](repeating: 0, count: 2 * taps.count)
    taps.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { played in
        guard let source = input.baseAddress, let target = played.baseAddress else { return }
        performance.audioSide.process(source, into: target, frameCount: taps.count)
      }
    }
    return (0..<taps.count).reduce(.zero) { sum, frame in
      let sides = SIMD2(Double(output[2 * frame]), Double(output[2 * frame + 1]))
      return sum + sides * sides
    }
  }
}
