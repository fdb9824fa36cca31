// SPDX-License-Identifier: GPL-3.0-or-later

/// Why something that was heard is not answered, and what its margin says.
public enum Refusal: String, Codable, CaseIterable, BitwiseCopyable, Sendable {
  /// Its peak lies below the threshold, by the margin in decibels.
  case tooSoft
  /// It is not one of the profile's sounds; the margin is one of ``HitJudgement``.
  case unknownSound
  /// It is no stroke, such as speech; the margin is one of ``HitJudgement``.
  case notAStroke
  /// It was the touch or the echo before a stroke, and softer than a grace note by the margin in
  /// decibels.
  case precursor
  /// It came while an earlier stroke still sounded, within the mask time or later, and lacked the
  /// margin in decibels to stand out from what that stroke was expected to do.
  case masked
  /// It rose from the room, and lacked the margin in decibels to be certain.
  case faint

  /// A hit that is refused for it is settled, and counted among the hits.
  public var isSettled: Bool { self == .unknownSound }
}
