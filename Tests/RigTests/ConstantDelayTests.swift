// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Simulation
import TestSupport
import Testing

/// From a tap that comes in through ALSA to the first sample of its drum, while 64 voices are mixed.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct ConstantDelayTests {
  /// What `flam latency engine --json` prints, as far as it is needed here.
  private struct Predicted: Decodable {
    let medianMilliseconds: Double
  }

  /// What `flam play --json` prints of a hit, as far as it is needed here.
  private struct Reported: Decodable {
    let soundingVoices: Int
  }

  private static let voiceCount = 64
  /// Taps before these, until all voices sound.
  private static let firstTaps = voiceCount + 16
  private static let distanceFrames = 6007  // a prime: taps fall anywhere in a period
  /// Quiet before the first tap, in frames.
  private static let quietFrames = 24_000
  /// Each stroke is in the mix for longer than the first taps take.
  private static let ringSeconds = 16

  /// A kit whose drums end in silence of known length: 50 ms of sound, then zeros to be mixed.
  private func writeKit(in folder: String, rateHz: Int) throws -> String {
    var frames = [Float](repeating: 0, count: 2 * Self.ringSeconds * rateHz)
    for sample in 0..<4800 { frames[sample] = 0.4 * (1 - Float(sample) / 4800) }
    var file = try SoundFileWriter(
      path: "\(folder)/drum.wav", sampleRateHz: rateHz, channelCount: 2)
    try file.write(frames)
    try file.commit()
    // No hi-hat: a closed one would end an open one.
    let regions = [36, 38].map { "<region> key=\($0) sample=drum.wav\n" }.joined()
    let text = "<global> loop_mode=one_shot amp_veltrack=0\n" + regions
    try text.write(toFile: "\(folder)/kit.sfz", atomically: true, encoding: .utf8)
    return "\(folder)/kit.sfz"
  }

  /// The number of judged taps at a setting, once all voices sound; FLAM_RIG_TAPS=1000 for figures
  /// worth quoting at the first.
  private func tapCount(_ setting: Rig.Setting) -> Int {
    let wanted = ProcessInfo.processInfo.environment["FLAM_RIG_TAPS"].flatMap(Int.init)
    return setting == .kept() ? wanted ?? 45 : 30
  }

  /// Taps in a quiet room, and where they begin.
  private func take(count: Int, rateHz: Int) -> (samples: [Float], onsets: [Int]) {
    let onsets = (1...count).map { Self.quietFrames + $0 * Self.distanceFrames }
    var samples = Signal.noise(
      count: Self.quietFrames + (count + 1) * Self.distanceFrames, amplitude: 0.0003, seed: 5)
    for (index, onset) in onsets.enumerated() {
      let tap = StruckSounds.take(
        StruckSounds.middle, amplitudes: [[0.7, 0.4, 0.15][index % 3]],
        sampleRateHz: Double(rateHz), spacingSeconds: 0.2,
        background: 0, seed: UInt64(index + 1))
      let sound = tap.samples[tap.onsetFrames[0]...].prefix(Self.distanceFrames)
      for (offset, sample) in sound.enumerated() {
        samples[onset + offset] += sample
      }
    }
    return (samples, onsets)
  }

  /// The delay that the itemised budget predicts for the taps at a setting, in milliseconds.
  private func predicted(
    _ setting: Rig.Setting, _ samples: [Float], _ onsets: [Int], kit: String,
    in folder: TemporaryFolder
  ) throws -> Double {
    try Rig.SoundFile.write(samples, rateHz: setting.rateHz, to: "\(folder.path)/take.wav")
    folder.write(
      text: (["frame"] + onsets.map(String.init)).joined(separator: "\n"), to: "take.csv")
    let reported = try Program.start(
      Program.product("flam"),
      [
        "latency", "engine", "--json", "--take", "take.wav", "--kit", kit, "--certainty",
        "fastest", "--period", "\(setting.periodFrames)",
      ], environment: ["HOME": folder.path], in: folder
    ).wait()
    return try JSONDecoder().decode(Predicted.self, from: Data(reported.output.utf8))
      .medianMilliseconds
  }

  @Test(
    "every tap is answered at one delay, the declared one, whatever the setting",
    arguments: TestLoad.cases(
      [.kept(), .kept(leastFrames: 441)]
        + [64, 32, 128, 256].map { Rig.Setting(periodFrames: $0) } + [Rig.Setting(rateHz: 44_100)],
      else: [0, 1]))
  func constantDelay(setting: Rig.Setting) throws {
    let folder = TemporaryFolder()
    let recorded = tapCount(setting)
    let (samples, onsets) = take(count: Self.firstTaps + recorded, rateHz: setting.rateHz)
    let kit = try writeKit(in: folder.path, rateHz: setting.rateHz)
    let predicted = try predicted(setting, samples, onsets, kit: kit, in: folder)
    let command = Rig.flam("play", "--json", "--kit", kit, "--certainty", "fastest")
    var fewestVoices: Int?
    let taps = try JudgedTaps(
      setting, onsets: onsets, from: Self.firstTaps
    ) {
      try Rig.run(take: samples, setting, command: command + setting.options)
    } judge: { recording, _ in
      let reported = try recording.lines(Reported.self)
      let voices = reported.suffix(recorded).map(\.soundingVoices)
      // A tap that is lost in a pop strikes no voice.
      guard recording.isWithoutPops else { return }
      fewestVoices = min(fewestVoices ?? .max, voices.min() ?? 0)
    }
    print(
      "rig, \(setting.testDescription): tap to first drum sample \(taps.median) ms, deviation "
        + "\(taps.deviation) ms, \(predicted) ms predicted; \(taps.delays.count) of "
        + "\(taps.playedCount) taps judged, at least "
        + "\(fewestVoices.map(String.init) ?? "an uncounted number of") voices")
    #expect(taps.areAnswered)
    #expect(taps.deviation <= 0.05, "\(taps.unlike)")
    #expect(abs(taps.median - predicted) <= 0.1)
    if setting.rateHz == 48_000, let fewestVoices { #expect(fewestVoices >= Self.voiceCount) }
    if setting.periodFrames == 64 { #expect(taps.median <= 5) }
  }
}
