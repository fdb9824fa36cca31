// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// The tempo of a score, one for all its scripts, and the beats that have passed.
struct TempoLine {
  /// Beats a minute before a score sets them.
  static let firstBeatsPerMinute = 60.0

  private(set) var beatsPerMinute = firstBeatsPerMinute
  private let sampleRateHz: Double
  /// Where the tempo changed last.
  private var changeFrame = 0.0
  private var changeBeat = 0.0

  init(sampleRateHz: Int) { self.sampleRateHz = Double(sampleRateHz) }

  /// Frames of so many beats at the present tempo.
  func frames(beats: Double) -> Double { beats * 60 / beatsPerMinute * sampleRateHz }

  /// The beat at a frame, from 0, since the last change.
  func beat(atFrame frame: Double) -> Double {
    changeBeat + (frame - changeFrame) * beatsPerMinute / 60 / sampleRateHz
  }

  /// Changes the tempo from a frame on, to the nearest possible one.
  mutating func change(to beatsPerMinute: Double, atFrame frame: Double) {
    (changeBeat, changeFrame) = (beat(atFrame: frame), frame)
    self.beatsPerMinute = min(
      PlayedTempo.range.upperBound, max(PlayedTempo.range.lowerBound, beatsPerMinute))
  }
}
