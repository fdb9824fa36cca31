// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import ErrorAdvice
import Storage

/// Why a sound file could not be read or written, and what to do about it.
public struct SoundFileError: AdvisedError, Sendable, Equatable {
  /// The failure, as it matters to the person who chose the file.
  public enum Kind: Sendable {
    /// The file does not exist.
    case missing
    /// The file exists but cannot be opened.
    case unreadable
    /// The file is not a sound, or an incomplete one.
    case broken
    /// The file lacks the requested channel.
    case noSuchChannel
    /// The format or bit depth is not supported for writing.
    case unsupported
    /// The file exists and must not be overwritten.
    case exists
    /// The file cannot be made there.
    case cannotCreate
    /// Reading or writing failed on the way.
    case interrupted
  }

  /// What was attempted.
  public enum Operation: String, Sendable {
    case read, create, write, repair
  }

  /// What the failure means.
  public let kind: Kind
  /// What was attempted.
  public let operation: Operation
  /// The file as it was given.
  public let path: String
  /// The cause.
  public let reason: String
  /// What to do next.
  public let advice: Advice

  /// An error of one line.
  public init(
    _ kind: Kind, _ operation: Operation, path: String, reason: String, advice: Advice
  ) {
    self.kind = kind
    self.operation = operation
    self.path = path
    self.reason = reason
    self.advice = advice
  }

  /// What was attempted, on which file, why it failed.
  public var problem: String { "cannot \(operation.rawValue) '\(path)': \(reason)" }

  /// The text of a system error.
  static func text(errno code: Int32) -> String { String(cString: strerror(code)) }

  /// An error for a file that could not be opened, with the system's reason.
  static func opening(
    _ path: String, _ operation: Operation, _ error: SystemError
  ) -> SoundFileError {
    let advice: Advice =
      switch error.code {
      case ENOENT, ENOTDIR: "check the path"
      case EISDIR: "give one sound file in it"
      case EACCES, EPERM: "allow reading it: chmod +r"
      default: "give a sound file"
      }
    return SoundFileError(
      [ENOENT, ENOTDIR].contains(error.code) ? .missing : .unreadable, operation, path: path,
      reason: error.description, advice: advice)
  }

  /// An error for a file that could not be made, with the system's reason.
  static func creation(_ path: String, _ code: Int32) -> SoundFileError {
    let advice: Advice =
      switch code {
      case EEXIST: "give another name, or \(.overwrite)"
      case ENOENT: "make its folder first"
      default: "choose a folder you may write to"
      }
    return SoundFileError(
      code == EEXIST ? .exists : .cannotCreate, .create, path: path, reason: text(errno: code),
      advice: advice)
  }

  /// An error for a file that another program is recording.
  static func beingWritten(_ path: String) -> SoundFileError {
    SoundFileError(
      .cannotCreate, .create, path: path, reason: "it is being written",
      advice: "give another name, or end the program that records it first")
  }
}
