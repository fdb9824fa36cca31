// SPDX-License-Identifier: GPL-3.0-or-later

/// A hit as a detector reported it.
struct HeardHit {
  /// When it began.
  var seconds: Double
  /// When the detector had heard enough to decide.
  var availableSeconds: Double
  /// It would sound: it was not rejected.
  var isSounding = true
  /// What it was taken for in the end; nil where it was rejected, and where no sounds are distinguished.
  var sound: String?
  /// The level of its peak as it was thought to be, in dBFS, and since when.
  var levels: [(availableSeconds: Double, decibels: Double)] = []

  /// The level last thought of by a moment; nil where there was none yet.
  func levelDecibels(by seconds: Double) -> Double? {
    levels.last { $0.availableSeconds <= seconds }?.decibels
  }
}

/// What finds hits in sound files.
protocol HitDetector {
  /// As tables and plots name it.
  var name: String { get }
  /// The sounds that it distinguishes; none where it only finds hits.
  var sounds: [String] { get }
  /// The hits of a file, in order, and how long the processor was busy with it, reading included.
  func hits(ofFile path: String) throws -> (hits: [HeardHit], processorSeconds: Double)
}
