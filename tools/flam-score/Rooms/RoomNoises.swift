// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP

/// The sounds of rooms without playing: recordings without hits, and fans, motors and wind as noise
/// of three colours, twice each; all at 0 dBFS (root mean square).
struct RoomNoises {
  private static let seed: UInt64 = 7
  private static let noiseSeconds = 12

  let sampleRateHz: Int
  let sounds: [[Float]]

  /// Of recordings in which nothing is played; those of another sample rate are left out.
  init(_ recordings: [Recording], sampleRateHz: Int) throws {
    var sounds: [[Float]] = []
    for recording in recordings {
      let take = try Take(path: recording.path)
      guard take.sampleRateHz == sampleRateHz else { continue }
      var samples = take.samples
      samples.setLevel(decibels: 0)
      sounds.append(samples)
    }
    var maker = NoiseMaker(seed: Self.seed)
    for colour in NoiseMaker.Colour.allCases + NoiseMaker.Colour.allCases {
      sounds.append(
        maker.noise(
          colour, count: Self.noiseSeconds * sampleRateHz, decibels: 0, sampleRateHz: sampleRateHz))
    }
    self.sampleRateHz = sampleRateHz
    self.sounds = sounds
  }
}
