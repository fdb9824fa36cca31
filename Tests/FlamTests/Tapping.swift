// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation

/// Short takes of three sounds in turn, and a kit to answer them.
enum Tapping {
  /// Low, middle and high sounds in turn, `count` hits, and where each begins.
  static func take(
    count: Int = 6, sampleRateHz: Double = 48_000
  ) -> (samples: [Float], onsetFrames: [Int]) {
    let sounds = [StruckSounds.low, StruckSounds.middle, StruckSounds.high]
    let spacingSeconds = 0.25
    let takes = (0..<count).map { index in
      StruckSounds.take(
        sounds[index % sounds.count], amplitudes: [index < 3 ? 0.5 : 0.2],
        sampleRateHz: sampleRateHz, spacingSeconds: spacingSeconds, seed: UInt64(index + 1)
      ).samples
    }
    // Each take holds its hit in the middle of two spacings; what follows the first spacing lasts until the next.
    let spacing = Int(spacingSeconds * sampleRateHz)
    let samples = Array(takes[0].prefix(spacing)) + takes.flatMap { $0.dropFirst(spacing) }
    return (samples, (0..<count).map { spacing * ($0 + 1) })
  }

  /// Writes a kit of three short drums to `kit.sfz`, with three variations each; returns its path.
  static func writeKit(in folder: TemporaryFolder) -> String {
    for (drum, key) in [("kick", 36), ("snare", 38), ("hihat", 42)] {
      for variation in 1...3 {
        let noise = Signal.noise(count: 4800, amplitude: 0.4, seed: UInt64(key * 10 + variation))
        let fading = noise.enumerated().map { $1 * (1 - Float($0) / 4800) }
        folder.write(WaveFile.bytes(fading), to: "\(drum)-\(variation).wav")
      }
    }
    let regions = [("kick", 36), ("snare", 38), ("hihat", 42)].flatMap { drum, key in
      (1...3).map {
        "<region> key=\(key) seq_length=3 seq_position=\($0) sample=\(drum)-\($0).wav"
      }
    }
    return folder.write(text: regions.joined(separator: "\n"), to: "kit.sfz")
  }
}
