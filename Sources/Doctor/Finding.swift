// SPDX-License-Identifier: GPL-3.0-or-later

/// What one check found, and what to do about it.
public struct Finding: Hashable, Sendable {
  /// How much a finding matters.
  public enum Status: String, Codable, Sendable {
    /// As it should be.
    case pass
    /// It may cost pops or time.
    case warn
    /// It will: fix it before you play.
    case fix
  }

  /// The check's name, in lower case with dashes.
  public let check: String
  /// How much it matters.
  public let status: Status
  /// What was found, in plain words with the number.
  public let found: String
  /// Why that matters to someone who plays.
  public let why: String
  /// A shell command that fixes it, or helps to; nil if there is nothing to fix.
  public let fix: String?
}

extension Finding: Encodable {
  private enum Key: String, CodingKey { case check, status, found, why, fix }

  /// The finding with all its keys; `fix` is null if there is nothing to fix.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(check, forKey: .check)
    try container.encode(status, forKey: .status)
    try container.encode(found, forKey: .found)
    try container.encode(why, forKey: .why)
    try container.encode(fix, forKey: .fix)
  }
}
