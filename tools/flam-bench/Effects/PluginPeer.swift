// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Limiters
import Simulation
import SoundFiles

/// Our equaliser, compressor and distortion beside those of Calf, x42 and LSP, each played by `flam fx`.
struct PluginPeer {
  private static let calf = "http://calf.sourceforge.net/plugins/"
  /// The gain of a peak and its Q, which is 1.3885 octaves wide.
  private static let peak = (decibels: 6.0, q: 1.0, octaves: 1.3885, linear: 1.9953)
  /// The compressors' threshold and ratio, and the level of the tone in dBFS.
  private static let squeeze = (threshold: -20.0, ratio: 4.0, tone: -8.0)
  /// Plug-ins glide to their values within the first second.
  private static let clickPlace = 48_000
  private static let mostDeviation = 0.05
  private static let mostSqueezeError = 1.0

  /// An effect, and its chain for `flam fx`.
  private typealias Peer = (name: String, chain: String)

  private let folder = TemporaryFolder()

  func run() throws -> Bool {
    let isEqual = try runPeaks()
    return try runCompressors() && isEqual
  }

  /// A peak of 6 dB, beside the cookbook's.
  private func runPeaks() throws -> Bool {
    print("  a peak of 6 dB, Q 1: gain at its frequency; most dB off the cookbook, 20 to 20000 Hz")
    var worst: Double?
    var click = [Float](repeating: 0, count: Self.clickPlace + (1 << 15))
    click[Self.clickPlace] = 0.5
    for hertz in [1000, 9000] {
      let peers: [Peer] = [
        ("ours", "peak:freq=\(hertz):q=1:gain=6"),
        (
          "Calf Equalizer 5 Band",
          "lv2:uri=\(Self.calf)Equalizer5Band:p2_active=1:p2_freq=\(hertz):p2_q=1:p2_level=\(Self.peak.linear)"
        ),
        (
          "x42-eq",
          "lv2:uri=http://gareus.org/oss/lv2/fil4#mono:freq3=\(hertz):q3=\(Self.peak.octaves):gain3=6"
        ),
      ]
      let formula = EffectFormula(
        setting: EffectProbe(.peak, ["freq": Float(hertz), "q": 1, "gain": 6]).setting,
        sampleRateHz: 48_000)
      for peer in peers {
        guard let response = try play(click, peer) else { continue }
        let spectrum = ResponseSpectrum(
          response: response.dropFirst(Self.clickPlace).map { 2 * $0 }, sampleRateHz: 48_000)
        let deviation =
          (0..<40).map { 20 * pow(1000, Double($0) / 39) }.map {
            abs(spectrum.decibels(hertz: $0) - 20 * log10(formula.gain(hertz: $0) ?? 1))
          }.max() ?? 0
        print(
          "    \(peer.name), \(hertz) Hz: \(spectrum.decibels(hertz: Double(hertz)).digits(3)) dB; \(deviation.digits(4)) dB"
        )
        if peer.name == "ours" { worst = max(worst ?? 0, deviation) }
      }
    }
    return verdict(
      "our peak within 0.05 dB of the cookbook", worst.map { $0 <= Self.mostDeviation } ?? false)
  }

  /// A tone that is 12 dB over the threshold.
  private func runCompressors() throws -> Bool {
    let wanted = (Self.squeeze.threshold - Self.squeeze.tone) * (1 - 1 / Self.squeeze.ratio)
    print(
      "  compressors, 4:1 from -20 dBFS, 5 and 100 ms, no knee: a tone of 997 Hz at -8 dBFS gets \(wanted.digits(1)) dB; THD+N of 100 Hz"
    )
    let threshold = pow(10, Self.squeeze.threshold / 20)
    let peers: [Peer] = [
      ("ours", "compress:threshold=-20:ratio=4:attack=0.005:release=0.1"),
      (
        "Calf Mono Compressor",
        "lv2:uri=\(Self.calf)MonoCompressor:threshold=\(threshold):ratio=4:attack=5:release=100:knee=1"
      ),
      (
        "LSP Compressor",
        "lv2:uri=http://lsp-plug.in/plugins/lv2/compressor_stereo:al=\(threshold):cr=4:at=5:rt=100:kn=1:scm=0"
      ),
    ]
    var error = Double.infinity
    for peer in peers {
      guard let tone = try play(Self.tone(hertz: 997), peer),
        let low = try play(Self.tone(hertz: 100), peer)
      else { continue }
      let level = Self.rootMeanSquare(tone.suffix(24_000))
      let gain = 20 * log10(level * 2.0.squareRoot()) - Self.squeeze.tone
      let distortion = 20 * log10(ToneFigures(low, hertz: 100).distortion)
      print("    \(peer.name): \(gain.digits(2)) dB; \(distortion.digits(0)) dB")
      if peer.name == "ours" { error = abs(gain - wanted) }
    }
    return verdict("our compressor within 1 dB of its curve", error <= Self.mostSqueezeError)
  }

  private static func tone(hertz: Double) -> [Float] {
    let amplitude = pow(10, squeeze.tone / 20)
    return (0..<96_000).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  private static func rootMeanSquare(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  /// What comes of mono samples; nil, with a word on it, for an effect that does not play.
  private func play(_ samples: [Float], _ peer: Peer) throws -> [Float]? {
    var writer = try SoundFileWriter(
      path: "\(folder.path)/in.wav", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    let outcome = try Program.start(
      Program.product("flam"), ["fx", "in.wav", "out.wav", "--force", "--fx", peer.chain],
      environment: ["HOME": folder.path], in: folder
    ).wait()
    guard outcome.exitCode == 0 else {
      let advice =
        peer.chain.hasPrefix("lv2:") ? "; apt install calf-plugins lsp-plugins-lv2 x42-plugins" : ""
      print("    \(peer.name) does not play\(advice): \(outcome.errors.prefix(200))")
      return nil
    }
    return try WholeSound(path: "\(folder.path)/out.wav").samples
  }
}
