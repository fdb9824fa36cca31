// SPDX-License-Identifier: GPL-3.0-or-later

/// What a loop records.
public enum LoopSource: String, Codable, Sendable, CaseIterable {
  /// Hits and notes: another kit can play them, and they can be moved.
  case hits
  /// What the microphone hears, sample by sample.
  case microphone
}
