// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// Why nothing could be learned.
public enum LearningError: AdvisedError, Equatable {
  /// No takes at all.
  case noLessons
  /// A sound without a name.
  case noLabel(source: String)
  /// A take without hits.
  case noHits(label: String, source: String, level: UnheardLevel)
  /// A sound to teach again that the profile does not have.
  case unknownSound(label: String, known: [String])
  /// A take of one microphone, where others have two.
  case oneMicrophone(label: String, source: String)
  /// A profile of two microphones, taught again with one.
  case missingMicrophone(label: String, source: String)

  /// What was attempted, and why it failed.
  public var problem: String {
    switch self {
    case .noLessons: "cannot learn: there is no recording"
    case .noLabel(let source): "cannot learn from '\(source)': it names no sound"
    case .noHits(let label, let source, let level):
      "cannot learn '\(label)' from '\(source)': no hit was found; \(level.reason)"
    case .unknownSound(let label, _):
      "cannot learn '\(label)' again: the profile has no such sound"
    case .missingMicrophone(let label, let source):
      "cannot learn '\(label)' again from '\(source)': the profile was taught with two microphones, but here there is one, "
        + "or the same one twice"
    case .oneMicrophone(let label, let source):
      "cannot learn '\(label)' from '\(source)' with two microphones: it has one channel, or two identical ones"
    }
  }

  /// What to do.
  public var advice: Advice {
    switch self {
    case .noLessons: "\(.giveTakes)"
    case .noLabel(let source): "\(.nameTake(path: source))"
    case .noHits(_, _, let level): "\(level.advice)"
    case .unknownSound(_, let known): "it has \(known.joined(separator: ", "))"
    case .missingMicrophone: "connect both, or \(.hearOne) and \(.teachAll)"
    case .oneMicrophone: "record all sounds with both, or \(.hearOne)"
    }
  }
}
