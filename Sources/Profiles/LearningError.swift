// SPDX-License-Identifier: GPL-3.0-or-later

/// Why nothing could be learned.
public enum LearningError: Error, Equatable, CustomStringConvertible {
  /// No takes at all.
  case noLessons
  /// A sound without a name.
  case noLabel(source: String)
  /// A take in which nothing was found.
  case noHits(label: String, source: String, peakDecibels: Float)
  /// A sound to be learned again that was never learned.
  case unknownSound(label: String, known: [String])
  /// A take of one microphone, where others are of two.
  case oneMicrophone(label: String, source: String)
  /// A profile that was taught by two microphones is taught on by one.
  case missingMicrophone(label: String, source: String)

  /// What failed, why, and what to do.
  public var description: String {
    switch self {
    case .noLessons:
      "cannot learn: there is no recording; give one of each sound: --take kick=low.wav"
    case .noLabel(let source):
      "cannot learn from '\(source)': it names no sound; write --take NAME=\(source)"
    case .noHits(let label, let source, let peakDecibels):
      "cannot learn '\(label)' from '\(source)': no hit was found, its peak is "
        + "\(Int(peakDecibels.rounded())) dBFS; record it again, nearer, with a pause before the first hit"
    case .unknownSound(let label, let known):
      "cannot learn '\(label)' again: the profile has no such sound; it has \(known.joined(separator: ", "))"
    case .missingMicrophone(let label, let source):
      "cannot learn '\(label)' again from '\(source)': the profile was taught by two microphones, and one is heard here, or "
        + "one twice; connect both, or teach all sounds anew by one: --force in place of --again"
    case .oneMicrophone(let label, let source):
      "cannot learn '\(label)' from '\(source)' by two microphones: it holds one channel, or two that are the same; "
        + "record all sounds with both, or learn by one: leave --input-channel out"
    }
  }
}
