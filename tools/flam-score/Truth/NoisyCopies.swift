// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import FoundationEssentials

/// Copies of recordings with white noise added, so that every detector hears the same; gone when this is.
final class NoisyCopies {
  private static let seed: UInt64 = 1

  private let folder: String
  /// The recordings, their files the copies.
  private(set) var recordings: [Recording] = []

  /// Copies with noise at `decibels` re full scale (root mean square).
  init(of recordings: [Recording], decibels: Double) throws {
    folder = FileManager.default.temporaryDirectory.path + "/flam-score-\(UUID())"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ScoreFailure(
        .cannotCreate, "cannot create '\(folder)': it cannot be written there; set TMPDIR")
    }
    // Evenly distributed numbers in ±1 have a mean square of 1/3.
    let amplitude = Units.amplitude(decibels: Float(decibels)) * Float(3).squareRoot()
    for (index, recording) in recordings.enumerated() {
      var copy = recording
      copy.path = "\(folder)/\(index).wav"
      try Self.copy(recording.path, to: copy.path, amplitude: amplitude)
      self.recordings.append(copy)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func copy(_ path: String, to copy: String, amplitude: Float) throws {
    let take = try Take(path: path)
    var generator = SeededGenerator(seed: seed)
    let noisy = take.samples.map { $0 + amplitude * (2 * generator.uniform() - 1) }
    var writer = try SoundFileWriter(
      path: copy, sampleRateHz: take.sampleRateHz, channelCount: 1)
    try writer.write(noisy)
    try writer.commit()
  }
}
