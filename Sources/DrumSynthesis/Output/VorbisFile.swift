// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile

/// Drum sounds: Ogg Vorbis at 48 kHz, a sixth of what they take without loss.
enum VorbisFile {
  /// Writes interleaved channels of equal length; makes the folder if it is missing.
  ///
  /// - Parameter quality: 0...1, as Vorbis counts.
  static func write(
    _ channels: [[Double]], quality: Double, to path: String
  ) throws(OutputError) {
    try makeFolder(for: path)
    var samples: [Double] = []
    for frame in channels[0].indices { for channel in channels { samples.append(channel[frame]) } }
    var format = SF_INFO()
    format.samplerate = Int32(sampleRateHz)
    format.channels = Int32(channels.count)
    format.format = Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_VORBIS)
    guard let file = sf_open(path, Int32(SFM_WRITE), &format) else {
      throw OutputError(path: path, reason: String(cString: sf_strerror(nil)))
    }
    var quality = quality
    sf_command(
      file, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
    let frameCount = sf_count_t(channels[0].count)
    let written = sf_writef_double(file, samples, frameCount)
    guard sf_close(file) == 0, written == frameCount else {
      throw OutputError(path: path, reason: "only \(written) of \(frameCount) frames written")
    }
  }
}
