// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO

/// How a WAV keeps its samples.
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

/// How the WAV that a command writes keeps its samples.
struct BitDepthOptions: ParsableArguments {
  @Option(
    help: """
      Bits of a sample in the WAV: float (32 bits, nothing is lost), or whole numbers of 32, 24 or 16, dithered where they \
      say less than the sound does.
      """)
  var bits = BitDepth.float

  /// A WAV of these bits.
  func writer(
    path: String, sampleRateHz: Int, channelCount: Int, isOverwriting: Bool
  ) throws(SoundFileError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: bits.encoding,
      ditherSeed: BitDepth.ditherSeed, isOverwriting: isOverwriting)
  }
}
