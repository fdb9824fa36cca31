// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sequencing

/// Finds tempo, meter, subdivision and swing of notes together: the reading with the greatest
/// likelihood. All notes count, and ``TempoPriors`` are all that is assumed.
///
/// The likelihood has four parts: the notes are on the steps of beats that follow the player
/// (``StepTracker``); bars repeat, and drums stand where people play them (``BarPattern``); beats have
/// notes on them; and the tempo is one that people count.
/// Sources: A. Cemgil, B. Kappen, JAIR 18 (2003), on the filter; M. Goto, "An Audio-based Real-time
/// Beat Tracking System for Music With or Without Drum-sounds", Journal of New Music Research 30
/// (2001), on kick and snare in bars.
struct TempoSearch {
  /// Fewer notes do not show a tempo.
  static let leastNotes = 6
  /// From one length of a step to the next that is tried, as a ratio.
  private static let resolution = 1.018
  /// The shortest and the longest step that is tried.
  private static let stepSeconds = 0.055...1.6
  /// How many lengths of a step are looked at closely.
  private static let stepCount = 8
  /// Steps of a beat.
  private static let stepsOfBeat = [0.5, 1, 2, 3, 4, 6, 8]
  /// A tempo that is known nearly is one of these, as ratios to it.
  private static let givenRatios = [1, 0.985, 1.015, 0.97, 1.03, 0.955, 1.045, 0.94, 1.06]
  /// Tempi that differ by less, as a share, are the same.
  private static let sameShare = 0.008
  /// As many notes, of the beginning, the middle and the end, decide which readings are compared with
  /// all notes.
  private static let firstNotes = 900
  /// How many readings are compared with all notes.
  private static let readingCount = 8
  /// How many of them may have the same tempo.
  private static let readingsOfTempo = 2

  private let all: TempoPassage
  /// All notes, or some of many.
  private let some: TempoPassage

  /// Notes in the order of time.
  init(_ notes: [ScoreNote]) {
    let notes = Self.withoutGraces(notes)
    all = TempoPassage(notes)
    let third = Self.firstNotes / 3
    some =
      notes.count <= Self.firstNotes
      ? all
      : TempoPassage(
        Array(
          notes[..<third] + notes[(notes.count / 2)..<(notes.count / 2 + third)]
            + notes[(notes.count - third)...]))
  }

  /// The readings, the likeliest first.
  ///
  /// - Parameters:
  ///   - meters: The time signatures that are tried, and the logarithm of how likely each is. Their
  ///     beats are of one kind.
  ///   - beatsPerMinute: A tempo that is known nearly; nil for none.
  ///   - grid: The steps of a whole note; nil for any.
  func readings(
    meters: [(meter: Meter, prior: Double)], beatsPerMinute: Double? = nil, grid: Int? = nil
  ) -> [TempoReading] {
    guard all.notes.count >= (beatsPerMinute == nil ? Self.leastNotes : 2), all.seconds > 0,
      let kind = meters.first?.meter
    else { return [] }
    var trials: [(trial: TempoTrial, score: Double)] = []
    let tempi =
      beatsPerMinute.map { given in Self.givenRatios.map { given * $0 } }
      ?? tempi(within: TempoPriors.beatsPerMinute(of: kind))
    for tempo in tempi {
      for subdivision in TempoPriors.subdivisions(of: kind, grid: grid) {
        guard let track = some.track(beatSeconds: 60 / tempo, subdivision) else { continue }
        for (meter, prior) in meters {
          let trial = TempoTrial(
            beatSeconds: 60 / tempo, subdivision: subdivision, meter: meter, meterPrior: prior)
          trials.append((trial, some.score(trial, track).score))
        }
      }
    }
    var chosen: [TempoTrial] = []
    for trial in trials.sorted(by: { $0.score > $1.score }).map(\.trial)
    where chosen.count < Self.readingCount
      && chosen.count(where: { $0.isNear(trial) }) < Self.readingsOfTempo
    { chosen.append(trial) }
    return chosen.compactMap(all.reading).sorted { $0.score > $1.score }
  }

  /// The tempi of beats that have a whole number of steps, or of which two are a step.
  private func tempi(within range: ClosedRange<Double>) -> [Double] {
    var tempi: [Double] = []
    for step in likelySteps {
      for tempo in Self.stepsOfBeat.map({ 60 / ($0 * step) })
      where range.contains(tempo)
        && !tempi.contains(where: { abs($0 / tempo - 1) < Self.sameShare })
      { tempi.append(tempo) }
    }
    return tempi
  }

  /// The lengths of even steps on which the notes are likeliest, in seconds.
  private var likelySteps: [Double] {
    let count = Int(
      log(Self.stepSeconds.upperBound / Self.stepSeconds.lowerBound) / log(Self.resolution))
    let lengths = (0...count).map { Self.stepSeconds.lowerBound * pow(Self.resolution, Double($0)) }
    let scores = lengths.map(some.evidence(stepSeconds:))
    let peaks = scores.indices.filter {
      ($0 == 0 || scores[$0] >= scores[$0 - 1]) && ($0 == count || scores[$0] > scores[$0 + 1])
    }
    return peaks.sorted { scores[$0] > scores[$1] }.prefix(Self.stepCount).map { lengths[$0] }
  }

  /// A softer note this shortly before another one of its sound is the grace note of a flam: it has no
  /// step of its own.
  private static let graceSeconds = 0.045
  private static let graceShare: Float = 0.75
  /// As many notes after it may be that one.
  private static let graceReach = 8

  private static func withoutGraces(_ notes: [ScoreNote]) -> [ScoreNote] {
    notes.enumerated().filter { index, note in
      for next in notes[(index + 1)...].prefix(graceReach) {
        guard next.seconds - note.seconds < graceSeconds else { break }
        if next.sound == note.sound { return note.velocity > graceShare * next.velocity }
      }
      return true
    }.map(\.element)
  }
}

/// A tempo, a subdivision and a meter that are tried together.
struct TempoTrial {
  let beatSeconds: Double
  let subdivision: Subdivision
  let meter: Meter
  /// The logarithm of how likely the meter is.
  let meterPrior: Double

  /// After so many beats a groove may repeat, other than after a bar. What repeats with each beat of three parts is a bar of
  /// three beats.
  var periods: [Int] {
    let beats = meter.beatsPerBar
    return [2 * beats] + (beats % 2 == 0 ? [beats / 2] : []) + (subdivision.isTernary ? [] : [1])
  }

  /// It is about the tempo of another one.
  func isNear(_ other: TempoTrial) -> Bool { abs(log2(beatSeconds / other.beatSeconds)) < 0.05 }

  /// The logarithm of how likely it is before a note is heard.
  var prior: Double {
    meterPrior + subdivision.prior + TempoPriors.tempo(60 / beatSeconds, meter)
  }
}
