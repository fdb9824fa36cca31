// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import SoundFiles

/// The format of a sample in a sound file.
enum BitDepth: String, CaseIterable, ExpressibleByArgument {
  case float
  case bits16 = "16"
  case bits24 = "24"
  case bits32 = "32"

  var encoding: SoundFileWriter.Encoding {
    switch self {
    case .float: .float32
    case .bits16: .pcm16
    case .bits24: .pcm24
    case .bits32: .pcm32
    }
  }

  /// Seed of the dither. It never changes, so the same sound gives the same file.
  static let ditherSeed: UInt64 = 1
}

/// The bits of a sample in the file that a command writes.
struct BitDepthOptions: ParsableArguments {
  @Option(
    help: """
      Bits of a sample. Default: float in a WAV, 24 in a FLAC. 24 and 16 are dithered.
      """)
  var bits: BitDepth?

  /// Creates a file with these bits. Its name decides between WAV, FLAC and OGG.
  func writer(
    path: String, sampleRateHz: Int, channelCount: Int, isOverwriting: Bool
  ) throws(SoundFileError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: bits?.encoding,
      ditherSeed: BitDepth.ditherSeed, isOverwriting: isOverwriting)
  }
}
