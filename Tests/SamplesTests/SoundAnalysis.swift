// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation

@testable import DrumSynthesis

/// The folder whose contents are shipped.
let samplesFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Samples")

extension [Double] {
  /// Power at one frequency, with a Hann window (Goertzel's question, asked directly).
  func power(atHz hz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(count))
      let angle = 2 * .pi * hz * Double(frame) / sampleRateHz
      real += window * sample * cos(angle)
      imaginary += window * sample * sin(angle)
    }
    return real * real + imaginary * imaginary
  }

  /// The frequency among candidates that carries most power.
  func strongestHz(among candidates: some Sequence<Double>) -> Double {
    candidates.map { ($0, power(atHz: $0)) }.max { $0.1 < $1.1 }?.0 ?? 0
  }

  /// Share of the energy that lies above a frequency.
  func energyShare(aboveHz hz: Double) -> Double {
    let high = filtered(.highPass(hz: hz), .highPass(hz: hz))
    return high.energy / Swift.max(energy, 1e-30)
  }

  /// Sum of squares.
  var energy: Double { reduce(0) { $0 + $1 * $1 } }
}

extension [Double] {
  /// Levels of the thirds of an octave from 125 Hz to 16 kHz in the first 200 ms, their mean at 0 dB.
  var thirdOctaveDecibels: [Double] {
    let start = Array(prefix(9_600))
    let levels = (-9...12).map { third -> Double in
      let centreHz = 1_000 * pow(2, Double(third) / 3)
      return start.decibels(from: centreHz * pow(2, -1 / 6.0), to: centreHz * pow(2, 1 / 6.0))
    }
    let mean = levels.reduce(0, +) / Double(levels.count)
    return levels.map { $0 - mean }
  }

  /// How far two lists are apart on average.
  func meanDifference(_ other: [Double]) -> Double {
    zip(self, other).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(count)
  }

  /// The energy of a band compared with the whole.
  func decibels(from lowHz: Double, to highHz: Double) -> Double {
    let (powers, hz) = powerSpectrum
    let band = powers.indices.reduce(0) { sum, bin in
      (lowHz..<highHz).contains(Double(bin) * hz) ? sum + powers[bin] : sum
    }
    return 10 * log10(band / powers.reduce(1e-30, +) + 1e-30)
  }

  /// How far the eight strongest lines stand over the mean of the third of an octave about them.
  func lineDecibels(from lowHz: Double, to highHz: Double) -> Double {
    let hann = enumerated().map { frame, sample in
      sample * (0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(count)))
    }
    let (powers, hz) = hann.powerSpectrum
    let peaks = (Int(lowHz / hz)...Int(highHz / hz)).filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    let heights = peaks.map { peak -> Double in
      let about = Int(Double(peak) * pow(2, -1 / 6.0))..<Int(Double(peak) * pow(2, 1 / 6.0))
      return 10 * log10(powers[peak] * Double(about.count) / powers[about].reduce(0, +))
    }
    return heights.sorted().suffix(8).reduce(0, +) / 8
  }

  /// The level of one line over time, in decibels, each 10 ms; 40 dB below its loudest moment it ends.
  func line(atHz hz: Double, widthHz: Double, seconds: ClosedRange<Double>) -> [Double] {
    let length = Int(2 * sampleRateHz / widthHz)
    let starts = stride(
      from: Int(seconds.lowerBound * sampleRateHz),
      to: Swift.min(count - length, Int(seconds.upperBound * sampleRateHz)), by: 480)
    let levels = starts.map { 10 * log10(Array(self[$0..<$0 + length]).power(atHz: hz) + 1e-30) }
    return Array(levels.prefix { $0 > (levels.max() ?? 0) - 40 })
  }

  /// The deviation of a level from the parabola that fits it best.
  var swayDecibels: Double {
    let place = indices.map { 2 * Double($0) / Double(Swift.max(1, count - 1)) - 1 }
    let squareMean = place.reduce(0) { $0 + $1 * $1 } / Double(count)
    let shapes = [place.map { _ in 1 }, place, place.map { $0 * $0 - squareMean }]
    let rest = shapes.reduce(self) { rest, shape in
      let share = zip(rest, shape).reduce(0) { $0 + $1.0 * $1.1 } / Swift.max(shape.energy, 1e-9)
      return zip(rest, shape).map { $0 - share * $1 }
    }
    return (rest.energy / Double(count)).squareRoot()
  }

  /// Powers, and the distance between them in hertz; 0 is appended up to a power of two.
  private var powerSpectrum: (powers: [Double], hz: Double) {
    var spectrum = PowerSpectrum(minimumSize: 4 * count)
    for frame in indices { spectrum.input[frame] = Float(self[frame]) }
    spectrum.transform()
    let powers = (0...spectrum.size / 2).map { Double(spectrum.power(bin: $0)) }
    return (powers, sampleRateHz / Double(spectrum.size))
  }
}
