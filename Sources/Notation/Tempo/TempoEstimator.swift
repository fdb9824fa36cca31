// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Finds the tempo of notes from the times between them: between each note and all that follow
/// within six seconds, most of them within the next few notes.
///
/// A tempo is good if those times are multiples of its beat, of two or four beats, or of a half, a
/// quarter or a third of one, more often than by chance. It is also good if it is common: best near
/// 108 a minute, half as good 40 % away from that. Then that tempo is compared with its parts and
/// multiples, and the one that people would count is taken: with notes on the beats, with kick and
/// snare alternating (``PulseLevel``), and not far from 110 a minute.
/// Sources: F. Gouyon, S. Dixon, "A Review of Automatic Rhythm Description Systems", Computer Music Journal 29 (2005), on
/// inter-onset-interval histograms; D. Ellis, "Beat Tracking by Dynamic Programming", JNMR 36 (2007), on the prior;
/// R. Parncutt, "A Perceptual Model of Pulse Salience and Metrical Accent in Musical Rhythms", Music Perception 11 (1994), on
/// which of several pulses is counted.
struct TempoEstimator {
  /// Fewer notes do not show a tempo.
  static let leastNotes = 6

  private static let beatsPerMinute = 40.0...240.0
  private static let resolution = 1.01
  private static let binSeconds = 0.002
  private static let longestSeconds = 6.0
  private static let shortestSeconds = 0.06
  /// The number of notes after each one that are compared with it: more than ears can separate in
  /// that time.
  private static let mostFollowing = 512
  private static let memorySeconds = 2.5
  private static let otherSoundShare = 0.6
  private static let priorOctaves = 0.45
  private static let ternaryWeight = 0.1

  /// The ratios to the tempo that is found first: what people might count instead.
  private static let levels = [1 / 3.0, 0.5, 2 / 3.0, 1, 1.5, 2, 3]
  /// The ratio of the tempo that people like to count to the most likely tempo.
  private static let countedRatio = 110 / 108.0
  private static let countedOctaves = 0.9
  private static let countedTernaryWeight = 0.3
  /// The weight of alternating kick and snare.
  private static let backBeatWeight = 4.0
  /// The weight of beats without a note.
  private static let fillingPower = 0.8
  /// The number of notes that decide which beat is counted.
  private static let mostCountedNotes = 1000

  /// The share of the times that must be on the beats to show a tempo is this, divided by the
  /// number of notes, at most ``provingCount``.
  private static let provingShares = 5.0
  private static let provingCount = 30.0
  /// The parts of a beat.
  private static let parts = [1.0, 2, 3, 4]

  /// The most likely tempo, in beats a minute.
  private let priorCentre: Double
  private let notes: [ScoreNote]
  /// The weight of each time between notes, in bins.
  private let lags: [Double]

  /// The times between `notes`, which are in the order of time. Tempi near `priorCentre` are more
  /// likely.
  init(_ notes: [ScoreNote], priorCentre: Double = 108) {
    self.priorCentre = priorCentre
    self.notes = notes
    var lags = [Double](repeating: 0, count: Int(Self.longestSeconds / Self.binSeconds) + 1)
    let weights = notes.map(\.weight)
    for (index, note) in notes.enumerated() {
      for (offset, other) in notes[(index + 1)...].prefix(Self.mostFollowing).enumerated() {
        let lag = other.seconds - note.seconds
        guard lag < Self.longestSeconds else { break }
        guard lag >= Self.shortestSeconds else { continue }
        let share = note.sound == other.sound ? 1 : Self.otherSoundShare
        lags[Int((lag / Self.binSeconds).rounded())] +=
          share * weights[index] * weights[index + 1 + offset] * exp(-lag / Self.memorySeconds)
      }
    }
    self.lags = lags
  }

  /// The tempo in beats a minute; nil if the notes show none.
  func estimate() -> Double? {
    guard let found = likeliest else { return nil }
    // With too few notes, the first tempo stays.
    guard countability(found) != nil else { return found }
    return Self.levels.map { found * $0 }
      .filter { $0 == found || Self.beatsPerMinute.contains($0) }
      .compactMap { tempo in countability(tempo).map { (tempo: tempo, score: $0) } }
      .max { $0.score < $1.score }?.tempo ?? found
  }

  /// Whether the notes have this tempo: more of the times between them are multiples of its beat,
  /// or of a part of it, than with notes at random times. The fewer notes there are, the more of
  /// that is chance.
  ///
  /// None of 12 000 rows of random notes was taken to have a tempo. Of grooves with people's
  /// timing, nearly all with 24 notes or more were (`flam-bench refusals` tries both).
  func isShown(_ tempo: Double) -> Bool {
    let sum = lags.reduce(0, +)
    guard sum > 0 else { return false }
    let shares = Self.parts.map { part in
      evidence(beatSeconds: 60 / tempo / part, ternaryWeight: Self.ternaryWeight) / sum
    }
    return (shares.max() ?? 0) >= Self.provingShares / min(Double(notes.count), Self.provingCount)
  }

  /// How likely people are to count at a tempo; nil if there are too few beats.
  private func countability(_ tempo: Double) -> Double? {
    let beatSeconds = 60 / tempo
    let notes = Array(notes.prefix(Self.mostCountedNotes))
    let beats = BeatTracker(beatSeconds: beatSeconds).beats(of: notes)
    guard let level = PulseLevel(of: notes, on: beats) else { return nil }
    let octaves = log2(tempo / (Self.countedRatio * priorCentre)) / Self.countedOctaves
    return evidence(beatSeconds: beatSeconds, ternaryWeight: Self.countedTernaryWeight)
      * pow(level.filled, Self.fillingPower) * (1 + Self.backBeatWeight * level.backBeat)
      * exp(-0.5 * octaves * octaves)
  }

  /// The tempo for which most times are multiples of the beat or its parts.
  private var likeliest: Double? {
    let sum = lags.reduce(0, +)
    guard sum > 0 else { return nil }
    var best = (tempo: 0.0, score: 0.0)
    var tempo = Self.beatsPerMinute.lowerBound
    while tempo <= Self.beatsPerMinute.upperBound {
      let octaves = log2(tempo / priorCentre) / Self.priorOctaves
      let score =
        evidence(beatSeconds: 60 / tempo, ternaryWeight: Self.ternaryWeight) / sum
        * exp(-0.5 * octaves * octaves)
      if score > best.score { best = (tempo, score) }
      tempo *= Self.resolution
    }
    return best.score > 0 ? best.tempo : nil
  }

  /// How many of the times are multiples of a beat and its parts, beyond chance.
  private func evidence(beatSeconds: Double, ternaryWeight: Double) -> Double {
    var sum = 0.0
    for (bin, weight) in lags.enumerated() where weight > 0 {
      let lag = Double(bin) * Self.binSeconds
      let width = 0.010 + 0.01 * lag
      let beats = lag / beatSeconds
      /// How near the times are to multiples that are `spacing` beats apart, beyond how near they
      /// are by chance.
      func nearness(_ spacing: Double, from first: Double) -> Double {
        let places = (beats - first) / spacing
        let distance = (places - places.rounded()) * spacing * beatSeconds
        return exp(-0.5 * (distance / width) * (distance / width))
          - min(1, 2.5066 * width / (spacing * beatSeconds))
      }
      let binary =
        nearness(1, from: 0) + 0.5 * nearness(1, from: 0.5) + 0.3 * nearness(0.5, from: 0.25)
      let ternary = ternaryWeight * max(nearness(1, from: 1 / 3.0), nearness(1, from: 2 / 3.0))
      sum += weight * (binary + ternary + 0.4 * nearness(2, from: 0) + 0.4 * nearness(4, from: 0))
    }
    return sum
  }
}
