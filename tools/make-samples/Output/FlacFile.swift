// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import DSP
import DrumSynthesis

/// Sound files of 16 bits: FLAC at 48 kHz, with triangular dither two steps wide, so that fades
/// sink into even noise. Source: S. Lipshitz, R. Wannamaker, J. Vanderkooy, "Quantization and
/// dither: a theoretical survey", JAES 40, 1992.
enum FlacFile {
  /// Writes interleaved channels of equal length, and makes a missing folder.
  static func write(_ channels: [[Double]], to path: String, seed: UInt64) throws(OutputError) {
    try makeFolder(for: path)
    var random = SeededGenerator(seed: seed)
    var samples: [Int16] = []
    for frame in channels[0].indices {
      for channel in channels {
        let dither = Double(random.uniform()) - Double(random.uniform())
        let scaled = (channel[frame] * 32_767 + dither).rounded()
        samples.append(Int16(max(-32_768, min(32_767, scaled))))
      }
    }
    var format = SF_INFO()
    format.samplerate = Int32(sampleRateHz)
    format.channels = Int32(channels.count)
    format.format = Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &format) else {
      throw OutputError(path: path, reason: String(cString: sf_strerror(nil)))
    }
    var smallest = 1.0
    sf_command(
      file, Int32(SFC_SET_COMPRESSION_LEVEL), &smallest, Int32(MemoryLayout<Double>.size))
    let frameCount = sf_count_t(channels[0].count)
    let written = sf_writef_short(file, samples, frameCount)
    guard sf_close(file) == 0, written == frameCount else {
      throw OutputError(path: path, reason: "only \(written) of \(frameCount) frames written")
    }
  }
}
