// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits for the callers of a running program.
public enum ControlLimits {
  /// The bytes of a line, with its end.
  public static let lineBytes = 4096
  /// The time for a line to arrive, and for its answer, in seconds.
  public static let lineSeconds = 2
  /// The number of simultaneous callers. Another one takes the place of the one that has waited
  /// longest without asking for anything.
  public static let callers = 64
  /// Callers that wait for the server's next turn.
  static let backlog: Int32 = 256
}
