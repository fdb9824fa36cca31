// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import Instrument
import Storage

/// Draws the pictures of docs/presets.md from the effects themselves.
struct SpectraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectra",
    abstract: "Draw the frequency responses and spectra of the effects, as SVG.",
    discussion: """
        flam-bench spectra docs/effects            draws all pictures anew
        flam-bench spectra docs/effects --check    says which are no longer what the effects do
      """)

  @Argument(help: "Folder of the pictures; it is made if it is missing.")
  var folder: String

  @Flag(help: "Write nothing; end with 1 where a picture differs.")
  var check = false

  func run() throws {
    var isOld = false
    for (name, markup) in Self.pictures {
      let path = "\(folder)/\(name).svg"
      if check {
        guard (try? RegularFile.bytes(path)) != Array(markup.utf8) else { continue }
        print("\(path) is not what the effects do: flam-bench spectra \(folder)")
        isOld = true
      } else {
        try WholeFile.write(Array(markup.utf8), to: path, makingFolder: true)
        print(path)
      }
    }
    if isOld { throw ExitCode(1) }
  }

  private static var pictures: [(name: String, markup: String)] {
    [
      ("filters", filters), ("equaliser", equaliser), ("averages", averages), ("combs", combs),
      ("harmonics", harmonics),
    ]
  }

  private static var filters: String {
    SpectrumPicture(title: "Filters at 1000 Hz", decibels: -48...18).markup(curves: [
      ("lowpass", response(.lowpass)), ("highpass", response(.highpass)),
      ("bandpass", response(.bandpass)), ("lowpass, q 4", response(.lowpass, ["q": 4])),
    ])
  }

  private static var equaliser: String {
    SpectrumPicture(title: "Equaliser", decibels: -18...18).markup(curves: [
      ("lowshelf, gain 9", response(.lowshelf, ["gain": 9])),
      ("peak, gain 12, q 2", response(.peak, ["gain": 12, "q": 2])),
      ("peak, freq 300, gain -9", response(.peak, ["freq": 300, "gain": -9])),
      ("highshelf, gain -12", response(.highshelf, ["gain": -12])),
    ])
  }

  private static var averages: String {
    SpectrumPicture(title: "Filters that delay all alike", decibels: -90...6).markup(curves: [
      ("fir, 101 taps", response(.fir)), ("fir, 1023 taps", response(.fir, ["taps": 1023])),
      ("average, 11 points", response(.average)),
    ])
  }

  private static var combs: String {
    SpectrumPicture(title: "Combs: echoes that come very soon", decibels: -24...12).markup(curves: [
      ("delay, 1 ms", response(.delay, ["time": 0.001, "feedback": 0.6, "mix": 0.5])),
      ("flanger that stands", response(.flanger, ["depth": 0])),
    ])
  }

  /// What becomes of a tone of 1 kHz.
  private static var harmonics: String {
    SpectrumPicture(title: "What becomes of a tone of 1 kHz", decibels: -120...6).markup(curves: [
      ("crush, 8 bits, 12 kHz", spectrum(.crush)), ("distort, 12 dB", spectrum(.distort)),
      ("ringmod, 440 Hz", spectrum(.ringmod)),
    ])
  }

  /// The gain at frequencies from 20 to 20000 Hz.
  private static func response(
    _ effect: Effect, _ values: [String: Float] = [:]
  ) -> [(hertz: Double, decibels: Double)] {
    let probe = EffectProbe(effect, values)
    let spectrum = ResponseSpectrum(
      response: probe.impulseResponse(), sampleRateHz: probe.sampleRateHz)
    return (0...240).map { place in
      let hertz = 20 * pow(1000, Double(place) / 240)
      return (hertz, spectrum.decibels(hertz: hertz))
    }
  }

  /// The lines of a tone of 1 kHz at -6 dBFS behind an effect, each the highest around it.
  private static func spectrum(_ effect: Effect) -> [(hertz: Double, decibels: Double)] {
    let probe = EffectProbe(effect)
    let size = 1 << 14
    let tone = probe.sine(hertz: 1000, amplitude: 0.5, count: 2 * size)
    let output = Array(probe.play(tone).suffix(size))
    // A Blackman-Harris window, whose side lobes are at -92 dB.
    let window = (0..<size).map { frame -> Double in
      let angle = 2 * .pi * Double(frame) / Double(size)
      return 0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
    }
    let scale = 2 / window.reduce(0, +)
    let weighted = ResponseSpectrum(
      response: zip(output, window).map { Float(Double($0) * $1 * scale) },
      sampleRateHz: probe.sampleRateHz)
    return (0...300).map { place in
      let (low, high) = (
        20 * pow(1000, Double(place) / 300), 20 * pow(1000, Double(place + 1) / 300)
      )
      let step = probe.sampleRateHz / Double(size)
      let lines = stride(
        from: (low / step).rounded(.up), to: max(low / step + 1, high / step), by: 1)
      return (low, lines.map { weighted.decibels(hertz: $0 * step) }.max() ?? -200)
    }
  }
}
