// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import SoundFiles
import Testing

@testable import flam_score

@Suite struct ClassTaskTests {
  private let folder = TemporaryFolder()

  /// A recording of thumps and ticks in turn, as many in all.
  private func recording(count: Int) throws -> Recording {
    let low = StruckSounds.take(
      StruckSounds.low, amplitudes: Array(repeating: 0.3, count: count / 2), spacingSeconds: 0.4)
    let high = StruckSounds.take(
      StruckSounds.high, amplitudes: Array(repeating: 0.3, count: count / 2), spacingSeconds: 0.4)
    let shift = 9600
    var samples = low.samples + [Float](repeating: 0, count: shift)
    for frame in high.samples.indices { samples[frame + shift] += high.samples[frame] }
    var writer = try SoundFileWriter(
      path: "\(folder.path)/both.wav", sampleRateHz: 48_000, channelCount: 1)
    try writer.write(samples)
    try writer.commit()
    let lines = zip(low.onsetFrames, high.onsetFrames).map { "\($0),low\n\($1 + shift),high\n" }
    folder.write(text: "frame,sound\n" + lines.joined(), to: "both.csv")
    return try TruthFolder(path: folder.path).recordings(TruthFolder.Choice())[0]
  }

  @Test("a recording teaches its sounds with the first half of the hits of each")
  func halves() throws {
    let task = try #require(try ClassTask(learnedFrom: recording(count: 18)))
    #expect(task.name == "both" && task.labels == ["high", "low"])
    #expect(task.train.map(\.label) == ["high", "low"].flatMap { Array(repeating: $0, count: 4) })
    #expect(task.test.count == 10)
    let profile = try TaughtTask(task, examples: 10).quietProfile()
    #expect(profile.sounds.map(\.name) == ["high", "low"])
  }

  @Test("a recording with fewer than four hits to learn from teaches nothing")
  func few() throws {
    #expect(try ClassTask(learnedFrom: recording(count: 14)) == nil)
  }
}
