// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Storage

/// A sound file with all of its channels.
struct WholeSound {
  let sampleRateHz: Int
  let channelCount: Int
  /// Interleaved.
  let samples: [Float]

  init(path: String) throws(SoundFileError) {
    var reader = try SoundFileReader(path: path)
    try reader.checkSampleRate()
    sampleRateHz = reader.sampleRateHz
    channelCount = reader.channelCount
    // Mono and stereo may last equally long.
    let most = Limits.heldTakeSamples * min(2, channelCount)
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { break }
      samples += block[..<(count * channelCount)]
      guard samples.count <= most else {
        throw SoundFileError(
          .broken, .read, path: path,
          reason:
            "it has more than \(most) samples, the limit for what is kept in memory",
          advice: "cut a part out: sox IN OUT trim 0 60")
      }
    }
    self.samples = samples
  }
}
