// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// A format for writing sound.
public enum SoundFileFormat: String, Sendable, CaseIterable {
  /// RIFF; RF64 as soon as it is longer than 4 GB.
  case wav = "WAV"
  case flac = "FLAC"
  /// Vorbis: small, but not identical bit by bit.
  case ogg = "OGG"

  /// The format for the ending of a name; WAV if there is none.
  public init(path: String) throws(SoundFileError) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    switch ending {
    case nil, "wav", "wave", "rf64": self = .wav
    case "flac": self = .flac
    case "ogg", "oga": self = .ogg
    default:
      throw SoundFileError(
        .unsupported, .create, path: path,
        reason: "'.\(ending ?? "")' is not a format that Flam writes",
        advice: "give a name that ends in .wav, .flac or .ogg")
    }
  }

  /// The sample format for `asked`, or the default if it is nil; nil for Vorbis, which has no
  /// integers.
  func encoding(
    _ asked: SoundFileWriter.Encoding?, path: String
  ) throws(SoundFileError) -> SoundFileWriter.Encoding? {
    switch (self, asked) {
    case (.wav, _): return asked ?? .float32
    case (.flac, nil), (.flac, .pcm24): return .pcm24
    case (.flac, .pcm16): return .pcm16
    case (.ogg, nil): return nil
    case (.flac, _):
      throw SoundFileError(
        .unsupported, .create, path: path, reason: "FLAC has a bit depth of 16 or 24",
        advice: "\(.bits([16, 24])), or give a name that ends in .wav")
    case (.ogg, _):
      throw SoundFileError(
        .unsupported, .create, path: path, reason: "OGG has no bit depth",
        advice: "\(.leaveBits), or give a name that ends in .wav or .flac")
    }
  }
}
