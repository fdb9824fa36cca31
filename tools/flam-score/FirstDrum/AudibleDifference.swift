// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How audibly a sound differs from another that it should be.
///
/// What is too much, and half of what is missing, is as loud as PEAQ's noise loudness
/// (`RmsNoiseLoudAsym` of ITU-R BS.1387-1, without its term for modulation). A start that is later by
/// up to 6 ms is not heard as a difference: A. Friberg, J. Sundberg, "Time discrimination in a
/// monotonic, isochronous sequence", J. Acoust. Soc. Am. 98 (1995).
struct AudibleDifference {
  static let unnoticedMilliseconds = 6
  /// How long it is heard from the start on.
  static let milliseconds = 60
  private static let steepness = 1.5
  private static let missingWeight = 0.5
  /// How far below a sound another one has to be in a band so that it is masked.
  private static let maskDecibels = 6.0

  /// Loudness of the difference, in percent of that of the wanted sound.
  let percent: Double
  /// Power of the difference over the masked threshold, in dB, as PEAQ's total noise-to-mask ratio:
  /// the mean of all bands and of the time that is heard.
  let overMaskDecibels: Double

  /// - Parameter leadMilliseconds: Silence before the start of the wanted sound.
  init(of sound: Excitation, from wanted: Excitation, leadMilliseconds: Int) {
    let times = 0..<leadMilliseconds + Self.milliseconds
    let own = Self.mean(wanted.loudness[leadMilliseconds..<times.upperBound].map { $0 * $0 })
    let trials = (0...Self.unnoticedMilliseconds).map { later in
      Self.compare(sound, wanted, later: later, times)
    }
    let best = trials.min { $0.loudness < $1.loudness } ?? (0, 0)
    percent = 100 * best.loudness / own.squareRoot()
    overMaskDecibels = 10 * log10(max(1e-9, best.overMask)) + Self.maskDecibels
  }

  private static func compare(
    _ sound: Excitation, _ wanted: Excitation, later: Int, _ times: Range<Int>
  ) -> (loudness: Double, overMask: Double) {
    var (more, less, ratio) = (0.0, 0.0, 0.0)
    for time in times {
      var (added, missing) = (0.0, 0.0)
      for band in 0..<Excitation.bandCount {
        let noise = Excitation.noise(band)
        let heard = sound.bands[band][time]
        let masking = time < later ? noise : wanted.bands[band][time - later]
        added += loudness(of: heard, over: masking, noise)
        missing += loudness(of: masking, over: heard, noise)
        let step = heard.squareRoot() - masking.squareRoot()
        ratio += step * step / masking
      }
      more += added * added
      less += missing * missing
    }
    let bands = Double(Excitation.bandCount)
    let count = Double(times.count)
    return (
      24 / bands * ((more / count).squareRoot() + missingWeight * (less / count).squareRoot()),
      ratio / bands / count
    )
  }

  /// How loud what exceeds a masking excitation is in a band.
  private static func loudness(of heard: Double, over masking: Double, _ noise: Double) -> Double {
    guard heard > masking else { return 0 }
    let surplus = heard - masking
    let partial = exp(-steepness * surplus / masking)
    return pow(noise, 0.23) * (pow(1 + surplus / (noise + masking * partial), 0.23) - 1)
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}
