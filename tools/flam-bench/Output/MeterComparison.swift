// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Foundation
import Simulation

/// Loudness and true peak as Flam shows them, compared with ffmpeg's ebur128 (libebur128's code),
/// on the same file. ffmpeg reads peaks at four times as many places, and misses a part of what lies
/// near half of the sample rate: the spectrum decides.
struct MeterComparison {
  private static let mostLoudnessError = 0.1
  private static let mostPeakError = 0.2
  private static let ffmpeg = "/usr/bin/ffmpeg"

  let seed: UInt64

  func run() throws -> Bool {
    let samples = material()
    var meter = IntegratedLoudness(sampleRateHz: 48_000)
    for frame in 0..<samples.count / 2 {
      meter.process(SIMD2(samples[2 * frame], samples[2 * frame + 1]))
    }
    var peak = TruePeakMeter(channelCount: 2)
    peak.process(samples)
    let ours = (
      loudness: Double(meter.loudness), peak: Double(Units.decibels(amplitude: peak.amplitude)),
      momentary: Double(meter.loudestMomentary)
    )
    print(
      "  meters on 20 s of bursts: \(ours.loudness.digits(2)) LUFS, momentary up to "
        + "\(ours.momentary.digits(2)), \(ours.peak.digits(2)) dBTP")
    guard FileManager.default.isExecutableFile(atPath: Self.ffmpeg) else {
      print("  target: meters as ffmpeg's: NOT MEASURED, ffmpeg is not there (apt install ffmpeg)")
      return false
    }
    guard let theirs = try peer(samples) else {
      print("  target: meters as ffmpeg's: NOT MEASURED, ffmpeg said nothing that could be read")
      return false
    }
    print(
      "  ffmpeg ebur128: \(theirs.loudness.digits(2)) LUFS, momentary up to "
        + "\(theirs.momentary.digits(2)), \(theirs.peak.digits(2)) dBTP")
    let isLoudnessMet = abs(ours.loudness - theirs.loudness) <= Self.mostLoudnessError
    let isMomentaryMet = abs(ours.momentary - theirs.momentary) <= Self.mostLoudnessError
    let exact =
      (0..<2).map { side in
        FinePeak.decibels(stride(from: side, to: samples.count, by: 2).map { samples[$0] })
      }.max() ?? 0
    print("  by the spectrum: \(exact.digits(2)) dBTP")
    let isPeakMet =
      abs(ours.peak - exact) <= Self.mostPeakError
      && ours.peak >= theirs.peak - Self.mostPeakError
    return verdict("loudness within 0.1 LU", isLoudnessMet)
      && verdict("momentary loudness within 0.1 LU", isMomentaryMet)
      && verdict("true peak within 0.2 dB of the spectrum's, and not below ffmpeg's", isPeakMet)
  }

  /// Bursts of tones and noise, loud and quiet, with pauses.
  private func material() -> [Float] {
    let noise = Signal.noise(count: 40 * 48_000, amplitude: 1, seed: seed)
    return (0..<noise.count).map { index in
      let frame = index / 2
      let loudness: Float = [0.5, 0.05, 0.2, 0.001][frame / 72_000 % 4]
      let envelope = exp(-Float(frame % 12_000) / 4000)
      let tone = sin(2 * .pi * 180 * Float(frame % 48_000) / 48_000)
      return loudness * envelope * (0.5 * noise[index] + 0.5 * tone)
    }
  }

  private func peer(
    _ samples: [Float]
  ) throws -> (loudness: Double, peak: Double, momentary: Double)? {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/meters.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 2)
    try writer.write(samples)
    try writer.commit()
    let lines = try Program.start(
      Self.ffmpeg,
      [
        "-hide_banner", "-nostats", "-i", path, "-filter_complex", "ebur128=peak=true", "-f",
        "null", "-",
      ], environment: [:], in: folder
    ).wait().errorLines
    guard let summary = lines.lastIndex(where: { $0.contains("Summary:") }) else { return nil }
    // A name, a number, a unit.
    func figure(_ name: Substring) -> Double? {
      let words = lines[summary...].map { $0.split(separator: " ") }
      return words.first { $0.first == name && $0.count == 3 }.flatMap { Double($0[1]) }
    }
    // A line every 100 ms: "t: 0.4 TARGET:-23 LUFS M: -22.9 S:-120.7 …".
    let momentary = lines[..<summary].compactMap { line -> Double? in
      guard let sign = line.range(of: " M:") else { return nil }
      return line[sign.upperBound...].split(separator: " ").first.flatMap { Double($0) }
    }
    guard let loudness = figure("I:"), let peak = figure("Peak:"), let loudest = momentary.max()
    else { return nil }
    return (loudness, peak, loudest)
  }
}
