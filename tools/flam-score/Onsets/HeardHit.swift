// SPDX-License-Identifier: GPL-3.0-or-later

/// A hit as a detector reported it.
struct HeardHit {
  /// When it began.
  var seconds: Double
  /// When the detector had heard enough to decide.
  var availableSeconds: Double
  /// It would sound: it was not rejected.
  var isSounding = true
  /// Its final sound; nil if it was rejected, and if no sounds are distinguished.
  var sound: String?
  /// 0...1; nil if the detector does not measure it.
  var velocity: Double?
  /// The estimated level of its peak, in dBFS, and since when.
  var levels: [(availableSeconds: Double, decibels: Double)] = []

  /// The level last estimated by a moment; nil if there was none yet.
  func levelDecibels(by seconds: Double) -> Double? {
    levels.last { $0.availableSeconds <= seconds }?.decibels
  }
}

/// A detector of hits in sound files.
protocol HitDetector {
  /// Its name in tables and plots.
  var name: String { get }
  /// The sounds that it distinguishes; empty if it only finds hits.
  var sounds: [String] { get }
  /// The hits of a file, in order, and how long the processor was busy with it, reading included.
  func hits(ofFile path: String) throws -> (hits: [HeardHit], processorSeconds: Double)
}
