// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The word by which the line of a hit says why it was not answered.
enum RefusalWord: String, Codable, CaseIterable {
  case threshold, unknown, noise, precursor, masked, doubt

  /// The word for a reason.
  init(_ refusal: Refusal) {
    self =
      switch refusal {
      case .tooSoft: .threshold
      case .unknownSound: .unknown
      case .notAStroke: .noise
      case .precursor: .precursor
      case .masked: .masked
      case .faint: .doubt
      }
  }

  /// The reason.
  var refusal: Refusal {
    switch self {
    case .threshold: .tooSoft
    case .unknown: .unknownSound
    case .noise: .notAStroke
    case .precursor: .precursor
    case .masked: .masked
    case .doubt: .faint
    }
  }
}
