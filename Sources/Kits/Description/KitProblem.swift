// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import ErrorAdvice

/// A place in a kit's text.
public struct SourceLine: Sendable, Hashable, CustomStringConvertible {
  /// Relative to the kit's folder.
  public let file: String
  /// The line, counted from 1.
  public let number: Int

  /// As editors and compilers write it.
  public var description: String { "\(file):\(number)" }
}

/// Something that is wrong with a kit, which plays nevertheless.
public struct KitProblem: Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Sendable {
    case missingSound, brokenSound, silentSound, outsideSound, missingInclude, unclearText
    case unsafePath
    case velocityGap, loudnessInversion, loudnessStep, explicitSilence, emptyPad, mutedPad
    case trimmedSwell, lateInversion
    case ignoredOpcodes, unplayedRegions, unknownGenerator, differingSettings, tooMuch
  }

  /// What is wrong.
  public let kind: Kind
  /// The place in the kit's text; nil if it is not a single place.
  public let line: SourceLine?
  /// What is wrong, and its consequence.
  public let message: String

  /// Whether the kit differs from what its maker meant. Otherwise it plays correctly, and this is
  /// good to know.
  public var isFault: Bool {
    switch kind {
    case .missingSound, .brokenSound, .silentSound, .missingInclude, .unsafePath, .tooMuch: true
    case .outsideSound, .unclearText, .velocityGap, .loudnessInversion, .loudnessStep,
      .explicitSilence, .emptyPad,
      .mutedPad, .trimmedSwell, .lateInversion, .ignoredOpcodes, .unplayedRegions,
      .unknownGenerator, .differingSettings:
      false
    }
  }

  /// Whether something that the kit says is not heard, or otherwise than it says: who plays it should
  /// know, whether or not it is a fault.
  public var isAudible: Bool {
    switch kind {
    case .ignoredOpcodes, .unplayedRegions, .unknownGenerator, .unclearText, .emptyPad: true
    default: isFault
    }
  }

  init(kind: Kind, line: SourceLine?, message: String) {
    (self.kind, self.line, self.message) = (kind, line, PlainText.withShortNames(message))
  }

  /// One line.
  public var description: String { line.map { "\($0): \(message)" } ?? message }
}

/// Why a kit could not be loaded at all.
public struct KitError: AdvisedError, Sendable {
  /// What the failure means to the person who chose the kit.
  public enum Kind: Sendable {
    /// There is no such kit.
    case missing
    /// It exists but may not be read.
    case unreadable
    /// Nothing in it can be played.
    case broken
    /// Its format is unknown, or it is too large.
    case unsupported
    /// It has no drum or microphone of the given name.
    case unknownPart
    /// The system lacks something to load it with.
    case noResources
  }

  /// What the failure means.
  public let kind: Kind
  /// The kit as it was given.
  public let kit: String
  /// The cause.
  public let reason: String
  /// What to do next.
  public let advice: Advice
  /// The problems found so far.
  public let problems: [KitProblem]

  init(
    _ kind: Kind, kit: String, reason: String, advice: Advice, problems: [KitProblem] = []
  ) {
    self.kind = kind
    self.kit = PlainText.withShortNames(kit)
    self.reason = PlainText.withShortNames(reason)
    self.advice = advice
    self.problems = problems
  }

  /// What was attempted, with which kit, and why it failed; of a part that the kit lacks only that, as the kit loads well.
  public var problem: String {
    kind == .unknownPart ? reason : "cannot load kit '\(kit)': \(reason)"
  }

  /// The first problem, if there is any: rather one of sounds than one of text.
  public var detail: String? {
    let worst = problems.first { $0.kind == .missingSound || $0.kind == .brokenSound }
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    return (worst ?? problems.first).map { "  \($0)\(more)" }
  }
}
