// SPDX-License-Identifier: GPL-3.0-or-later

/// The most that is read from one thing outside, so that no file decides how much memory or time is spent. Each is far
/// beyond what people make, and is named by the error of what goes beyond it; `docs/limits.md` lists them.
public enum Limits {
  /// A take that is heard as it is read, in seconds.
  public static let takeSeconds = 24 * 3600
  /// Samples of a take that is kept in memory as a whole, such as one to learn from: 11 minutes at 48 kHz.
  public static let heldTakeSamples = 1 << 25
}
