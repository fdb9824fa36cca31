// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Limiters

/// A row for each effect: its response beside its formula, delay, distortion, noise and cost.
struct EffectTable {
  /// The most deviation from a formula, in decibels.
  private static let mostDeviation = 0.05
  /// The most aliases of a tone of 5 kHz at -6 dBFS, in decibels.
  private static let mostAlias = -90.0
  private static let ratesHz = [44_100.0, 48_000, 96_000]
  /// Values in the table that are not the usual ones, so that an effect does something that can be
  /// measured.
  private static let values: [Effect: [String: Float]] = [
    .peak: ["gain": 6], .lowshelf: ["gain": 6], .highshelf: ["gain": 6], .spectral: ["what": 0],
    .delay: ["time": 0.005],
  ]
  /// Other values that are compared with formulas.
  private static let variants: [Effect: [[String: Float]]] = [
    .lowpass: [["cutoff": 40], ["cutoff": 15_000], ["q": 8], ["q": 0.2]],
    .highpass: [["cutoff": 40], ["cutoff": 15_000], ["q": 8], ["q": 0.2]],
    .bandpass: [["cutoff": 60], ["cutoff": 12_000], ["q": 20], ["q": 0.3]],
    .peak: [
      ["freq": 50, "gain": 12], ["freq": 15_000, "gain": -24], ["q": 10, "gain": 24],
      ["q": 0.3, "gain": -6],
    ],
    .lowshelf: [["gain": 24], ["gain": -24, "freq": 60], ["gain": 12, "q": 2]],
    .highshelf: [["gain": 24], ["gain": -24, "freq": 12_000], ["gain": -12, "q": 0.3]],
    .fir: [["cutoff": 200, "taps": 1023], ["cutoff": 12_000, "taps": 31], ["taps": 3]],
    .average: [["points": 3], ["points": 101]],
    .delay: [["time": 0.001, "feedback": 0.9], ["time": 0.01, "feedback": 0, "mix": 0.5]],
  ]
  /// Effects whose sound moves or is another one, or whose purpose is to bend: their tones are no
  /// measure of them.
  private static let moving: Set<Effect> = [
    .ringmod, .chorus, .flanger, .tremolo, .reverb, .synth,
  ]
  private static let bending: Set<Effect> = [.crush, .distort, .gate, .compress, .transient]

  let isQuick: Bool

  func run() -> Bool {
    print(
      "  at 48 kHz unless said; gains and delays in the middle of the values, 'flam fx --help' lists them:"
    )
    print(
      Self.line(
        "effect", "formula", "-3 dB", "delay", "latency", "aliases", "THD+N", "silence", "a block",
        "dearest", "share"))
    print(
      Self.line(
        "", "dB off", "Hz", "frames", "is/said", "dB", "dB", "dBFS", "µs", "µs", "%"))
    var (worst, isLate, isAliased) = (0.0, false, false)
    for effect in Effect.allCases where effect.source?.isNeeded != true {
      let row = row(effect)
      print(row.line)
      worst = max(worst, row.deviation ?? 0)
      isLate = isLate || !row.isLatencyTrue
      if effect == .distort { isAliased = row.alias > Self.mostAlias }
    }
    print("    most off a formula: \(worst.digits(4)) dB")
    let verdicts = [
      verdict("responses within 0.05 dB of their formulas", worst <= Self.mostDeviation),
      verdict("latencies as declared", !isLate),
      verdict("aliases of distort at most -90 dB", !isAliased),
    ]
    return verdicts.allSatisfy { $0 }
  }

  private static func line(_ cells: String...) -> String {
    let widths = [10, 9, 10, 8, 10, 8, 8, 8, 8, 8, 7]
    return zip(cells, widths).enumerated().map { place, cell in
      let pad = String(repeating: " ", count: max(1, cell.1 - cell.0.count))
      return place == 0 ? "    " + cell.0 + pad : pad + cell.0
    }.joined()
  }

  private struct Row {
    let line: String
    let deviation: Double?
    let isLatencyTrue: Bool
    let alias: Double
  }

  private func row(_ effect: Effect) -> Row {
    let probe = EffectProbe(effect, Self.values[effect] ?? [:])
    let deviation = deviation(effect)
    let spectrum = ResponseSpectrum(response: probe.impulseResponse(), sampleRateHz: 48_000)
    let isFilter = EffectFormula(setting: probe.setting, sampleRateHz: 48_000).gain(hertz: 1) != nil
    let delay = isFilter ? spectrum.point(hertz: 1000).delayFrames.digits(1) : "-"
    let (measured, declared) = (probe.measuredLatencyFrames, probe.declaredLatencyFrames)
    let isLatencyTrue = abs(measured - Double(declared)) <= 0.5
    let isStill = !Self.moving.contains(effect)
    func figures(_ hertz: Double, _ amplitude: Double) -> ToneFigures {
      ToneFigures(
        probe.play(probe.sine(hertz: hertz, amplitude: amplitude, count: 60_000)), hertz: hertz)
    }
    let alias = isStill ? figures(4999, 0.5).aliasDecibels : 0
    let distortion = isStill ? 20 * log10(figures(997, 0.25).distortion) : 0
    let silence = probe.play([Float](repeating: 0, count: 9600)).reduce(0) { max($0, abs($1)) }
    let cost = EffectCost([[probe.setting]], turnCount: isQuick ? 60 : 600)
    let isBent = Self.bending.contains(effect)
    return Row(
      line: Self.line(
        effect.name, deviation.map { $0.digits(4) } ?? "-", cutoff(effect, spectrum), delay,
        "\(measured.digits(measured == measured.rounded() ? 0 : 1))/\(declared)",
        isStill ? alias.digits(0) : "-",
        isStill ? distortion.digits(0) + (isBent ? "*" : "") : "-",
        silence == 0 ? "none" : (20 * log10(Double(silence))).digits(0), cost.median.digits(2),
        cost.most.digits(2), (100 * cost.share).digits(3)),
      deviation: deviation, isLatencyTrue: isLatencyTrue, alias: alias)
  }

  /// The most distance from the formula, over values, sample rates and frequencies, where the
  /// formula leaves more than -60 dB.
  private func deviation(_ effect: Effect) -> Double? {
    var worst: Double?
    for values in [Self.values[effect] ?? [:]] + (Self.variants[effect] ?? []) {
      for rateHz in Self.ratesHz {
        let probe = EffectProbe(effect, values, sampleRateHz: rateHz)
        let formula = EffectFormula(setting: probe.setting, sampleRateHz: rateHz)
        guard formula.gain(hertz: 1000) != nil else { return nil }
        let spectrum = ResponseSpectrum(
          response: probe.impulseResponse(count: 1 << 16), sampleRateHz: rateHz)
        // Echoes between frames are exact up to 15 kHz at 48 kHz.
        let octaves = effect == .delay ? log2(0.3 * rateHz / 20) : log2(1000)
        for place in 0...(isQuick ? 14 : 39) {
          let hertz = 20 * pow(2, octaves * Double(place) / (isQuick ? 14 : 39))
          guard let wanted = formula.gain(hertz: hertz), wanted > 0.001 else { continue }
          worst = max(worst ?? 0, abs(spectrum.decibels(hertz: hertz) - 20 * log10(wanted)))
        }
      }
    }
    return worst
  }

  /// Where it leaves half of the power.
  private func cutoff(_ effect: Effect, _ spectrum: ResponseSpectrum) -> String {
    let found: [Double?] =
      switch effect {
      case .lowpass, .fir: [spectrum.cutoffHz(from: 20, to: 20_000, below: 0)]
      case .average: [spectrum.cutoffHz(from: 20, to: 4000, below: 0)]
      case .highpass: [spectrum.cutoffHz(from: 20, to: 20_000, below: 0)]
      case .bandpass:
        [
          spectrum.cutoffHz(from: 20, to: 1000, below: 0),
          spectrum.cutoffHz(from: 1000, to: 20_000, below: 0),
        ]
      default: []
      }
    let texts = found.compactMap { $0?.digits(0) }
    return texts.isEmpty ? "-" : texts.joined(separator: ", ")
  }
}
