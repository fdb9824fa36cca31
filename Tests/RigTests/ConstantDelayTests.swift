// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Foundation
import TestSupport
import Testing

/// From a tap that comes in through ALSA to the first sample of its drum, while 64 voices are mixed.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct ConstantDelayTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let rateHz: Int
    let periodFrames: Int
    var testDescription: String { "\(periodFrames) frames × 2 at \(rateHz) Hz" }
  }

  /// What `flam latency engine --json` tells, as far as it is asked here.
  private struct Predicted: Decodable {
    let medianMilliseconds: Double
  }

  private static let isLong = ProcessInfo.processInfo.environment["FLAM_RIG_TAPS"] != nil
  /// What is tried besides in the long form.
  private static let longSettings = [
    Setting(rateHz: 48_000, periodFrames: 32), Setting(rateHz: 48_000, periodFrames: 128),
    Setting(rateHz: 48_000, periodFrames: 256),
  ]
  /// How many taps are played, four a second; FLAM_RIG_TAPS=1000 for figures worth quoting, with 64 voices and more.
  private static let tapCount =
    ProcessInfo.processInfo.environment["FLAM_RIG_TAPS"].flatMap(Int.init) ?? 40
  private static let distanceFrames = 12_007  // a prime: taps fall anywhere in a period
  /// Quiet before the first tap, in frames: the drums take a while to load.
  private static let quietFrames = 200_000
  /// Four strokes a second, each in the mix for so long, keep 64 voices and more at work.
  private static let ringSeconds = 20

  /// A kit whose drums end in silence of known length: 50 ms of sound, then zeros to be mixed.
  private func writeKit(in folder: String, rateHz: Int) throws -> String {
    var frames = [Float](repeating: 0, count: 2 * Self.ringSeconds * rateHz)
    for sample in 0..<4800 { frames[sample] = 0.4 * (1 - Float(sample) / 4800) }
    var file = try SoundFileWriter(
      path: "\(folder)/drum.wav", sampleRateHz: rateHz, channelCount: 2)
    try file.write(frames)
    try file.commit()
    let regions = [36, 38, 42].map { "<region> key=\($0) sample=drum.wav\n" }.joined()
    let text = "<global> loop_mode=one_shot amp_veltrack=0\n" + regions
    try text.write(toFile: "\(folder)/kit.sfz", atomically: true, encoding: .utf8)
    return "\(folder)/kit.sfz"
  }

  /// Taps in a quiet room, and where they begin.
  private func take(rateHz: Int) -> (samples: [Float], onsets: [Int]) {
    let onsets = (1...Self.tapCount).map { Self.quietFrames + $0 * Self.distanceFrames }
    var samples = Signal.noise(
      count: Self.quietFrames + (Self.tapCount + 1) * Self.distanceFrames, amplitude: 0.0003,
      seed: 5)
    for (index, onset) in onsets.enumerated() {
      let tap = StruckSounds.take(
        StruckSounds.middle, amplitudes: [[0.7, 0.4, 0.15][index % 3]],
        sampleRateHz: Double(rateHz), spacingSeconds: 0.2,
        background: 0, seed: UInt64(index + 1))
      for (offset, sample) in tap.samples[tap.onsetFrames[0]...].prefix(9000).enumerated() {
        samples[onset + offset] += sample
      }
    }
    return (samples, onsets)
  }

  /// The delay that the itemised budget predicts for the taps at a setting, in milliseconds.
  private func predicted(
    _ setting: Setting, _ samples: [Float], _ onsets: [Int], kit: String, in folder: TemporaryFolder
  ) throws -> Double {
    var file = try SoundFileWriter(
      path: "\(folder.path)/take.wav", sampleRateHz: setting.rateHz, channelCount: 1)
    try file.write(samples)
    try file.commit()
    folder.write(
      text: (["frame"] + onsets.map(String.init)).joined(separator: "\n"), to: "take.csv")
    let flam = Process()
    let output = Pipe()
    flam.executableURL = URL(filePath: Rig.product("flam"))
    flam.arguments = [
      "latency", "engine", "--json", "--take", "\(folder.path)/take.wav", "--kit", kit,
      "--certainty", "fastest", "--period", "\(setting.periodFrames)",
    ]
    flam.standardOutput = output
    try flam.run()
    let told = output.fileHandleForReading.readDataToEndOfFile()
    return try JSONDecoder().decode(Predicted.self, from: told).medianMilliseconds
  }

  /// The delays of those taps that were answered, in milliseconds.
  private func played(
    _ setting: Setting, _ samples: [Float], _ onsets: [Int], kit: String
  ) throws -> (delays: [Double], isUndisturbed: Bool) {
    let recording = try Rig.runUndisturbed(
      take: samples, rateHz: setting.rateHz, periodFrames: setting.periodFrames,
      command: [
        Rig.product("flam"), "play", "--json", "--kit", kit, "--certainty", "fastest", "--rate",
        "\(setting.rateHz)", "--period", "\(setting.periodFrames)",
      ])
    let delays = onsets.compactMap { onset in
      (0..<2400).first { recording.left[onset + $0] != 0 || recording.right[onset + $0] != 0 }
    }
    return (
      delays.map { 1000 * Double($0) / Double(setting.rateHz) }, recording.isUndisturbed
    )
  }

  @Test(
    "every tap is answered at one delay, the one that is told, whatever the setting",
    arguments: [
      Setting(rateHz: 48_000, periodFrames: 64), Setting(rateHz: 44_100, periodFrames: 64),
      Setting(rateHz: 48_000, periodFrames: 441),
    ] + (isLong ? longSettings : []))
  func constantDelay(setting: Setting) throws {
    let folder = TemporaryFolder()
    let (samples, onsets) = take(rateHz: setting.rateHz)
    let kit = try writeKit(in: folder.path, rateHz: setting.rateHz)
    let predicted = try predicted(setting, samples, onsets, kit: kit, in: folder)
    let (delays, isUndisturbed) = try played(setting, samples, onsets, kit: kit)
    // A machine that pops each time tells the median all the same.
    #expect(delays.count == onsets.count || !isUndisturbed && 10 * delays.count >= 9 * onsets.count)
    let mean = delays.reduce(0, +) / Double(delays.count)
    let variance = delays.reduce(0) { $0 + pow($1 - mean, 2) } / Double(delays.count)
    let median = delays.sorted()[delays.count / 2]
    print(
      "rig, \(setting.testDescription): tap to first drum sample \(median) ms, deviation \(variance.squareRoot()) ms,"
        + " \(predicted) ms predicted")
    #expect(variance.squareRoot() <= 0.05 || !isUndisturbed)
    #expect(abs(median - predicted) <= 0.1)
    if setting.periodFrames == 64 { #expect(median <= 5) }
  }
}
