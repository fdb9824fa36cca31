// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import Foundation

@testable import DrumSynthesis

/// A sound file read whole, by libsndfile.
struct SoundFile {
  let sampleRateHz: Int
  let sound: Sound

  struct Unreadable: Error { let path: String }

  /// Reads a file to its end, or no more than some seconds of it.
  init(_ url: URL, seconds: Double = .infinity) throws {
    var info = SF_INFO()
    guard let file = sf_open(url.path, Int32(SFM_READ), &info) else {
      throw Unreadable(path: url.path)
    }
    defer { sf_close(file) }
    let channels = Int(info.channels)
    let frameCount = Int(min(Double(info.frames), seconds * Double(info.samplerate)))
    var interleaved = [Double](repeating: 0, count: frameCount * channels)
    guard sf_readf_double(file, &interleaved, sf_count_t(frameCount)) == frameCount else {
      throw Unreadable(path: url.path)
    }
    sampleRateHz = Int(info.samplerate)
    var sound = Sound(frameCount: frameCount)
    for frame in 0..<sound.frameCount {
      sound.left[frame] = interleaved[frame * channels]
      sound.right[frame] = interleaved[frame * channels + channels - 1]
    }
    self.sound = sound
  }

  /// The larger magnitude of both sides, frame by frame.
  var magnitudes: [Double] { zip(sound.left, sound.right).map { max(abs($0), abs($1)) } }
}
