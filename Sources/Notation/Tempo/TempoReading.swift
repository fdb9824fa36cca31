// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// A reading of notes: a tempo, how its beats are parted, and the bars.
struct TempoReading {
  /// The mean length of a beat.
  let beatSeconds: Double
  let subdivision: Subdivision
  let meter: Meter
  /// The beats, from the beginning of a bar on.
  let beats: BeatLine
  /// The logarithm of its likelihood, priors included, beside that of notes at any times.
  let score: Double
  /// The part of it that is due to the times of the notes alone.
  let evidence: Double

  var beatsPerMinute: Double { 60 / beatSeconds }
}
