// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Finds the grid of notes: finds the tempo unless it is given, follows the beats, chooses between
/// sixteenths and triplets, and finds the beginnings of bars.
public struct GridFinder: Sendable {
  /// Triplets of eighths, in steps of a whole note.
  private static let triplets = 12
  /// The least distance of notes from their steps that is assumed, in seconds.
  private static let leastSpreadSeconds = 0.012
  /// The ratio of distances at which one grid is clearly nearer.
  private static let clearly = 0.75
  /// The default if the notes show no tempo.
  public static let defaultBeatsPerMinute = 120.0

  private let meter: Meter
  private let beatsPerMinute: Double?
  private let grid: Int?

  /// A finder. It finds whatever is nil.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The tempo in beats of the meter. The beats follow the player only if even
  ///     ones do not fit.
  ///   - grid: The steps of a whole note; must fit the meter.
  public init(meter: Meter = .common, beatsPerMinute: Double? = nil, grid: Int? = nil) {
    self.meter = meter
    self.beatsPerMinute = beatsPerMinute
    self.grid = grid
  }

  /// The tempo of notes in beats a minute, nil if they do not show one.
  public static func beatsPerMinute(of notes: [ScoreNote]) -> Double? {
    let grid = GridFinder().find(notes)
    return grid.isTempoGuessed ? nil : grid.beatsPerMinute
  }

  /// The grid of notes. If they do not show a tempo, the most likely one is used, which is a guess.
  public func find(_ notes: [ScoreNote]) -> BeatGrid {
    let notes = notes.sorted { $0.seconds < $1.seconds }
    guard beatsPerMinute == nil else { return find(notes, tempo: beatsPerMinute) }
    let estimator = estimator(notes)
    var grid = find(notes, tempo: estimator?.estimate())
    grid.isTempoGuessed = !(estimator?.isShown(grid.beatsPerMinute) ?? false)
    return grid
  }

  private func find(_ notes: [ScoreNote], tempo: Double?) -> BeatGrid {
    let beatSeconds = 60 / (tempo ?? Self.defaultBeatsPerMinute)
    let beats = tempo == nil ? [] : BeatTracker(beatSeconds: beatSeconds).beats(of: notes)
    guard beats.count >= 2 else {
      return BeatGrid(
        firstSeconds: notes.first?.seconds ?? 0, beatsPerMinute: 60 / beatSeconds, meter: meter,
        grid: grid ?? defaultGrid)
    }
    let tracked = BeatLine(beats)
    let grid = grid ?? self.grid(of: notes, on: tracked)
    let fit = BeatFit(notes: notes, stepsPerBeat: meter.stepsPerBeat(grid: grid) ?? 1)
    let followed = fit.fitted(tracked)
    let even = fit.steady(followed, beatSeconds: beatsPerMinute.map { 60 / $0 })
    let line = even ?? followed
    let begin = Downbeat(meter: meter).firstBeat(of: notes, on: line)
    return BeatGrid(
      line: line.counted(fromBeat: begin), meter: meter, grid: grid, isSteady: even != nil)
  }

  /// Nil if there are too few notes.
  private func estimator(_ notes: [ScoreNote]) -> TempoEstimator? {
    notes.count >= TempoEstimator.leastNotes
      ? TempoEstimator(notes, priorCentre: meter.eighthsPerBeat == 1 ? 216 : 108) : nil
  }

  private var defaultGrid: Int { meter.stepsPerBeat(grid: 16) == nil ? 8 : 16 }

  /// Triplets if the notes are clearly nearer to them, otherwise sixteenths.
  private func grid(of notes: [ScoreNote], on line: BeatLine) -> Int {
    guard !meter.isCompound, meter.stepsPerBeat(grid: Self.triplets) != nil else {
      return defaultGrid
    }
    func spreadSeconds(_ grid: Int) -> Double {
      let fit = BeatFit(notes: notes, stepsPerBeat: meter.stepsPerBeat(grid: grid) ?? 1)
      return max(Self.leastSpreadSeconds, fit.distance(fit.fitted(line)))
    }
    let isTernary = spreadSeconds(Self.triplets) < Self.clearly * spreadSeconds(defaultGrid)
    return isTernary ? Self.triplets : defaultGrid
  }
}
