// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP

/// Copies of recordings with white noise added, so that every detector hears the same; gone when this is.
final class NoisyCopies {
  private static let seed: UInt64 = 1

  private let folder: ScratchFolder
  /// The recordings, their files the copies.
  private(set) var recordings: [Recording] = []

  /// Copies with noise at `decibels` re full scale (root mean square).
  init(of recordings: [Recording], decibels: Double) throws {
    folder = try ScratchFolder()
    // Evenly distributed numbers in ±1 have a mean square of 1/3.
    let amplitude = Units.amplitude(decibels: Float(decibels)) * Float(3).squareRoot()
    for (index, recording) in recordings.enumerated() {
      let take = try Take(path: recording.path)
      var generator = SeededGenerator(seed: Self.seed)
      let noisy = take.samples.map { $0 + amplitude * (2 * generator.uniform() - 1) }
      var copy = recording
      copy.path = try folder.write(noisy, sampleRateHz: take.sampleRateHz, name: "\(index)")
      self.recordings.append(copy)
    }
  }
}
