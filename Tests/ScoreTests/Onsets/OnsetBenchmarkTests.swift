// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Profiles
import Simulation
import Testing

@testable import flam_score

@Suite struct OnsetBenchmarkTests {
  /// A recording of ten knocks whose table leaves out the first and lists one more at the end,
  /// without a sound.
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.3, count: 10), spacingSeconds: 0.2)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/knocks.wav", sampleRateHz: 48_000, channelCount: 1)
    try writer.write(take.samples)
    try writer.commit()
    let frames = take.onsetFrames.dropFirst() + [take.samples.count - 2400]
    folder.write(text: "frame\n" + frames.map { "\($0)\n" }.joined(), to: "knocks.csv")
    return folder
  }

  @Test("a folder is scored from its files to its figures")
  func endToEnd() throws {
    let folder = try Self.folder()
    let recordings = try TruthFolder(path: folder.path).recordings(TruthFolder.Choice())
    #expect(recordings.map(\.name) == ["knocks"])
    let benchmark = try OnsetBenchmark(
      recordings, detectors: [FlamDetector(profile: .general)])
    let figures = OnsetFigures(benchmark.entries[0], detector: "flam")
    #expect(figures.found == 9 && figures.wrong == 1 && figures.missed == 1)
    #expect(figures.f == 0.9 && figures.worstF == 0.9)
    #expect(figures.worstRecording == "knocks")
    #expect(figures.worstF50 == 0.9 && figures.worstF50Recording == "knocks")
    #expect(abs(figures.errorMedianMilliseconds ?? 9) < 1)
    #expect((figures.delayMedianMilliseconds ?? 0) > 0)
    let report = OnsetReport(benchmark.entries, detectors: ["flam"])
    #expect(report.judgements.first { $0.measure.hasPrefix("F ") }?.isMet == false)
    #expect(report.description.contains("short by 0.080"))
  }

  @Test("a less sensitive detector finds fewer hits")
  func sweep() throws {
    let folder = try Self.folder()
    let recordings = try TruthFolder(path: folder.path).recordings(TruthFolder.Choice())
    let steps = SensitivitySweep.flam(.general).steps
    #expect(steps.count { $0.isUsual } == 1)
    var deaf = FlamDetector(profile: .general)
    deaf.settings.evidence = 1e6
    deaf.settings.weakEvidence = 1e6
    let benchmark = try OnsetBenchmark(recordings, detectors: [deaf])
    #expect(OnsetBenchmark.total(benchmark.entries[0]).narrow.found == 0)
  }
}
