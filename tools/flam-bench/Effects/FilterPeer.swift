// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation
import SoundFiles

/// Our filters beside those of sox, which has the same formulas.
struct FilterPeer {
  private static let mostDeviation = 0.05

  /// Ours and sox's words for the same.
  private static let filters: [(effect: Effect, values: [String: Float], sox: String)] = [
    (.lowpass, ["cutoff": 1000], "lowpass -2 1000 0.7071068q"),
    (.highpass, ["cutoff": 1000, "q": 2], "highpass -2 1000 2q"),
    (.bandpass, ["cutoff": 1000, "q": 2], "bandpass 1000 2q"),
    (.peak, ["freq": 1000, "q": 1, "gain": 6], "equalizer 1000 1q 6"),
    (.lowshelf, ["freq": 200, "gain": 6], "bass 6 200 0.7071068q"),
    (.highshelf, ["freq": 5000, "gain": -6], "treble -6 5000 0.7071068q"),
  ]

  func run() throws -> Bool {
    guard access("/usr/bin/sox", X_OK) == 0 else {
      print("  sox is not there: apt install sox")
      return true
    }
    let folder = TemporaryFolder()
    var click = [Float](repeating: 0, count: 1 << 15)
    click[0] = 0.5
    var writer = try SoundFileWriter(
      path: "\(folder.path)/click.wav", sampleRateHz: 48_000, channelCount: 1)
    try click.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    print(
      "  filters beside sox's, from 20 to 20000 Hz, most decibels apart; off the formula: ours, sox"
    )
    var worst = 0.0
    for filter in Self.filters {
      let probe = EffectProbe(filter.effect, filter.values)
      guard let theirs = try Self.response(filter.sox, in: folder) else {
        print("    \(filter.effect.name): sox does not run")
        return false
      }
      let our = ResponseSpectrum(response: probe.impulseResponse(), sampleRateHz: 48_000)
      let their = ResponseSpectrum(response: theirs.map { 2 * $0 }, sampleRateHz: 48_000)
      let formula = EffectFormula(setting: probe.setting, sampleRateHz: 48_000)
      var (apart, ourOff, theirOff) = (0.0, 0.0, 0.0)
      for place in 0..<40 {
        let hertz = 20 * pow(1000, Double(place) / 39)
        guard let gain = formula.gain(hertz: hertz), gain > 0.001 else { continue }
        let (a, b, c) = (our.decibels(hertz: hertz), their.decibels(hertz: hertz), 20 * log10(gain))
        apart = max(apart, abs(a - b))
        ourOff = max(ourOff, abs(a - c))
        theirOff = max(theirOff, abs(b - c))
      }
      print(
        "    \(filter.effect.name): \(apart.digits(4)) dB; \(ourOff.digits(4)), \(theirOff.digits(4)) dB"
      )
      worst = max(worst, apart)
    }
    print("    most off sox: \(worst.digits(4)) dB")
    return verdict("filters as sox's within 0.05 dB", worst <= Self.mostDeviation)
  }

  private static func response(_ effect: String, in folder: TemporaryFolder) throws -> [Float]? {
    let outcome = try Program.start(
      "/usr/bin/sox",
      ["-D", "click.wav", "-e", "float", "-b", "32", "out.wav"]
        + effect.split(separator: " ").map(String.init), environment: [:], in: folder
    ).wait()
    guard outcome.exitCode == 0 else { return nil }
    return try WholeSound(path: "\(folder.path)/out.wav").samples
  }
}
