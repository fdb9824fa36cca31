// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO

/// How a sound file keeps its samples.
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

  /// Of the noise that hides what is rounded; always the same, so that the same sound gives the same file.
  static let ditherSeed: UInt64 = 1
}

/// How the sound file that a command writes keeps its samples.
struct BitDepthOptions: ParsableArguments {
  @Option(
    help: """
      Bits of a sample. Default: float in a WAV, 24 in a FLAC. 24 and 16 are dithered.
      """)
  var bits: BitDepth?

  /// A file of these bits, of the format that its name tells.
  func writer(
    path: String, sampleRateHz: Int, channelCount: Int, isOverwriting: Bool
  ) throws(SoundFileError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: bits?.encoding,
      ditherSeed: BitDepth.ditherSeed, isOverwriting: isOverwriting)
  }
}
