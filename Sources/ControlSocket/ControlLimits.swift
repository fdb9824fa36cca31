// SPDX-License-Identifier: GPL-3.0-or-later

/// How much a caller may ask of a program that runs.
public enum ControlLimits {
  /// Bytes of a line, with its end.
  public static let lineBytes = 4096
  /// Time for a line to arrive, and for its answer.
  public static let lineMilliseconds = 2000
  /// Callers that are there at once; others are turned away.
  public static let callers = 16
}
