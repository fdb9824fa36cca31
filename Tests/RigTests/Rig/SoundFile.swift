// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile

extension Rig {
  /// Sound files of floats.
  enum SoundFile {
    /// Writes one channel.
    static func write(_ samples: [Float], rateHz: Int, to path: String) throws {
      var info = SF_INFO()
      info.samplerate = CInt(rateHz)
      info.channels = 1
      info.format = CInt(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
      guard let file = sf_open(path, CInt(SFM_WRITE), &info) else {
        throw Failure(description: "cannot write \(path)")
      }
      sf_writef_float(file, samples, sf_count_t(samples.count))
      sf_close(file)
    }

    /// The channels of a file.
    static func read(_ path: String, channelCount: Int) throws -> [[Float]] {
      var info = SF_INFO()
      guard let file = sf_open(path, CInt(SFM_READ), &info), info.channels == channelCount else {
        throw Failure(description: "cannot read \(path)")
      }
      defer { sf_close(file) }
      var frames = [Float](repeating: 0, count: Int(info.frames) * channelCount)
      sf_readf_float(file, &frames, info.frames)
      return (0..<channelCount).map { channel in
        stride(from: channel, to: frames.count, by: channelCount).map { frames[$0] }
      }
    }
  }
}
