// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// `aubioonset` of Debian's aubio-tools: the peer of our hearing.
///
/// It prints when a hit began: the moment at which it knows, less a constant delay of 4.3 hops. It
/// knows only at the end of a hop, so the moment is the printed one and the delay, rounded to whole
/// hops; feeding it ever longer beginnings of a file shows the same, to the sample. Source: P.
/// Brossier, aubio 0.4.9, `src/onset/onset.c`.
struct Aubio: HitDetector {
  /// The onset detection function.
  var method = "hfc"
  var windowFrames = 512
  var hopFrames = 256
  /// Peaks of the detection function below this are ignored; aubio's default is 0.3.
  var threshold = 0.3
  /// Softer sound counts as silence, in dB; aubio's default is -90.
  var silenceDecibels = -90
  /// Hits nearer to one another are one; nil for aubio's default, 50 ms.
  var leastGapSeconds: Double?
  var name = "aubio as it comes"
  var sounds: [String] { [] }

  /// The compared settings: the default, and one tuned to soft percussion with short windows.
  static let usual = [
    Aubio(),
    Aubio(
      method: "hfc", windowFrames: 256, hopFrames: 64, threshold: 0.8, silenceDecibels: -45,
      name: "aubio hfc 256/64"),
    Aubio(
      method: "specflux", windowFrames: 256, hopFrames: 64, threshold: 0.8, silenceDecibels: -45,
      name: "aubio specflux 256/64"),
  ]

  /// Two settings that answer strikes 10 ms apart: one with few false hits, and one that hears the softest.
  static let close = [
    Aubio(
      method: "specflux", windowFrames: 256, hopFrames: 64, threshold: 0.8, silenceDecibels: -45,
      leastGapSeconds: 0.010, name: "aubio specflux 256/64"),
    Aubio(
      method: "hfc", windowFrames: 256, hopFrames: 64, threshold: 0.3, silenceDecibels: -90,
      leastGapSeconds: 0.010, name: "aubio hfc 256/64"),
  ]

  /// The delay that is taken off printed times, in hops.
  private static let delayHops = 4.3

  static var isInstalled: Bool { Subprocess.run(["aubioonset", "--help"]) != nil }

  func hits(ofFile path: String) throws -> (hits: [HeardHit], processorSeconds: Double) {
    let sampleRateHz = try SoundFileReader(path: path).sampleRateHz
    let leastGap = leastGapSeconds.map { ["-M", "\($0)"] } ?? []
    let outcome = Subprocess.run(
      [
        "aubioonset", "-i", path, "-r", "0", "-B", "\(windowFrames)", "-H", "\(hopFrames)",
        "-O", method, "-t", "\(threshold)", "-s", "\(silenceDecibels)", "-T", "samples",
      ] + leastGap)
    guard let outcome, outcome.exitCode == 0 else {
      throw TruthError(
        .broken, path: path, reason: "aubioonset could not read it", advice: "run with --no-aubio")
    }
    let frames = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return (frames.map { hit($0, sampleRateHz: Double(sampleRateHz)) }, outcome.processorSeconds)
  }

  /// The hit that aubio prints as `frame`.
  func hit(_ frame: Int, sampleRateHz: Double) -> HeardHit {
    let hop = Double(hopFrames)
    let known = (Double(frame) / hop + Self.delayHops).rounded() * hop
    return HeardHit(
      seconds: Double(frame) / sampleRateHz, availableSeconds: known / sampleRateHz)
  }
}
