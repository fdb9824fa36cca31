// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import DSP
import Glibc
import Instrument
import Profiles
import Simulation

/// How exact gains are through the whole instrument, and how well left, right and silence are
/// separated.
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
    let sides = crosstalk()
    let rest = noiseFloor()
    print(
      "  drums hard left, 12 dB too loud: right \(sides.right.digits(1)) dB, left \(sides.left.digits(1)) dBFS; drums and their "
        + "room \(rest.loud.digits(1)) dBFS, noise floor after them \(rest.floor.digits(1)) dBFS")
    return verdict(
      "no crosstalk, no noise",
      sides.left > -20 && sides.right == -.infinity && rest.loud > -40 && rest.floor == -.infinity)
      && isMet
  }

  /// Mean levels of both sides while all drums are hard left and the limiter is at work.
  private func crosstalk() -> (left: Double, right: Double) {
    let played = played(
      Signal.taps(count: 48_000, everyFrames: 4800), gainDecibels: 12,
      strips: strips { $0[.pan] = -1 })
    func level(_ side: Int) -> Double {
      decibels(stride(from: side, to: played.count, by: 2).map { played[$0] })
    }
    return (level(0), level(1))
  }

  /// Mean levels of drums that send into the room, and of the rest when both have rung out.
  private func noiseFloor() -> (loud: Double, floor: Double) {
    let taps = Signal.taps(count: 48_000, everyFrames: 12_000)
    let silence = [Float](repeating: 0, count: 4 * 48_000)
    let played = played(taps + silence, gainDecibels: 0, strips: strips { $0[.send] = 1 })
    return (decibels(played.prefix(96_000)), decibels(played.suffix(48_000)))
  }

  private func strips(_ edit: (inout StripChange) -> Void) -> [StripChange] {
    [PadRole.kick, .snare, .hihatClosed].map {
      var change = StripChange(drum: $0.name)
      edit(&change)
      return change
    }
  }

  private func decibels(_ samples: some Collection<Float>) -> Double {
    10 * log10(energy(Array(samples)) / Double(samples.count))
  }

  private func played(
    _ taps: [Float], gainDecibels: Float, strips: [StripChange] = []
  ) -> [Float] {
    var settings = InstrumentSettings()
    settings.gainDecibels = gainDecibels
    settings.strips = strips
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
}
