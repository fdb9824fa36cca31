// SPDX-License-Identifier: GPL-3.0-or-later

/// A change that was taken back.
public struct UndoneChange: Sendable, Equatable {
  /// Its last command.
  public let command: EngineCommand
  /// What was changed, as people call it: "the mix of kick", "the preset tape".
  public let text: String
}
