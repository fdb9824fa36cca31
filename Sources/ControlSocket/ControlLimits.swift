// SPDX-License-Identifier: GPL-3.0-or-later

/// Limits for the callers of a running program.
public enum ControlLimits {
  /// The bytes of a line, with its end.
  public static let lineBytes = 4096
  /// The time for a line to arrive, and for its answer.
  public static let lineMilliseconds = 2000
  /// The number of simultaneous callers. Others are refused.
  public static let callers = 16
}
