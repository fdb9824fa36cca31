// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// The sounds of rooms without playing: recordings without hits, and fans, motors and wind as noise
/// of three colours, twice each.
struct RoomNoises {
  private static let seed: UInt64 = 7
  private static let noiseSeconds = 12

  let sampleRateHz: Int
  private let recordings: [Recording]
  private let coloured: [[Float]]

  /// How many there are.
  var count: Int { recordings.count + coloured.count }

  /// Of recordings in which nothing is played; those of another sample rate are left out.
  init(_ recordings: [Recording], sampleRateHz: Int) throws {
    var maker = NoiseMaker(seed: Self.seed)
    self.sampleRateHz = sampleRateHz
    self.recordings = try recordings.filter {
      try SoundFileReader(path: $0.path).sampleRateHz == sampleRateHz
    }
    coloured = (NoiseMaker.Colour.allCases + NoiseMaker.Colour.allCases).map { colour in
      maker.noise(
        colour, count: Self.noiseSeconds * sampleRateHz, decibels: 0, sampleRateHz: sampleRateHz)
    }
  }

  /// The sound of an index at 0 dBFS (root mean square), the recordings first; they are read anew each time, since all
  /// of them fill a memory.
  func sound(_ index: Int) throws -> [Float] {
    guard index < recordings.count else { return coloured[index - recordings.count] }
    var samples = try Take(path: recordings[index].path).samples
    samples.setLevel(decibels: 0)
    return samples
  }
}
