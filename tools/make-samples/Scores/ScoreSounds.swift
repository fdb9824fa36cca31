// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import DrumSynthesis
import Glibc

/// The sounds of the example scores: a duck, and a little bell whose pitch is A (440 Hz).
struct ScoreSounds {
  let folder: String

  func write() throws(OutputError) {
    try FlacFile.write([Self.duck], to: "\(folder)/duck.flac", seed: 1)
    try FlacFile.write([Self.bell], to: "\(folder)/bell.flac", seed: 2)
    print("duck, bell: sounds of the example scores")
  }

  private static func sound(seconds: Double, _ value: (Double) -> Double) -> [Double] {
    (0..<Int(seconds * Double(sampleRateHz))).map { value(Double($0) / Double(sampleRateHz)) }
  }

  /// A tone rich in partials, through a beak that opens and closes: two resonances that move.
  private static var duck: [Double] {
    let length = 0.32
    return sound(seconds: length) { seconds in
      let share = seconds / length
      let opening = sin(.pi * min(1, share * 1.3))
      let phase = 2 * .pi * (210 * seconds + 25 * sin(.pi * share))
      let partials = (1...40).reduce(0.0) { sum, number in
        let hertz = 210 * Double(number)
        let near = [(700 + 700 * opening, 180.0), (2100 + 300 * opening, 350)].reduce(0.0) {
          $0 + exp(-pow((hertz - $1.0) / $1.1, 2))
        }
        return sum + near * sin(Double(number) * phase)
      }
      return 0.16 * partials * opening * min(1, (length - seconds) / 0.02)
    }
  }

  /// A struck bar: three partials, the higher the shorter.
  private static var bell: [Double] {
    sound(seconds: 1.5) { seconds in
      let partials = [(1.0, 0.5, 3.0), (2.76, 0.2, 7), (5.4, 0.1, 14)]
      let sum = partials.reduce(0.0) { sum, partial in
        sum + partial.1 * exp(-partial.2 * seconds) * sin(2 * .pi * 440 * partial.0 * seconds)
      }
      return sum * min(1, seconds / 0.001) * min(1, (1.5 - seconds) / 0.05)
    }
  }
}
