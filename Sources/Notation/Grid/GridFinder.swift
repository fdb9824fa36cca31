// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Finds the grid of notes: tempo, meter, beats, steps and the beginnings of bars, as far as they are not
/// given.
public struct GridFinder: Sendable {
  /// The default if the notes show no tempo.
  public static let defaultBeatsPerMinute = 120.0
  /// Tempi that differ by less, as a share, are the same.
  private static let sameShare = 0.03

  let meter: Meter?
  let beatsPerMinute: Double?
  let grid: Int?
  let factor: Double

  /// A finder. It finds whatever is nil.
  ///
  /// - Parameters:
  ///   - beatsPerMinute: The tempo in beats of the meter. The beats follow the player only if even
  ///     ones do not fit.
  ///   - grid: The steps of a whole note; must fit the meter.
  ///   - factor: Counts so many times the tempo that is found: 2 or 0.5.
  public init(
    meter: Meter? = nil, beatsPerMinute: Double? = nil, grid: Int? = nil, factor: Double = 1
  ) {
    self.meter = meter
    self.beatsPerMinute = beatsPerMinute
    self.grid = grid
    self.factor = factor
  }

  /// The grid of notes. If they do not show a tempo, the most likely one is used, which is a guess.
  public func find(_ notes: [ScoreNote]) -> BeatGrid {
    let notes = notes.sorted { $0.seconds < $1.seconds }
    let search = TempoSearch(notes)
    let meters = meter.map { [(meter: $0, prior: 0.0)] } ?? TempoPriors.meters
    func readings(_ tempo: Double?) -> [TempoReading] {
      search.readings(meters: meters, beatsPerMinute: tempo, grid: grid)
    }
    let readings = readings(beatsPerMinute)
    let first = readings.first
    var chosen = first
    if factor != 1, let found = first?.beatsPerMinute {
      chosen = search.readings(meters: meters, beatsPerMinute: factor * found, grid: grid).first
    }
    guard let chosen else { return evenGrid(notes, first?.beatsPerMinute) }
    var found = self.grid(of: notes, chosen)
    found.isTempoGuessed =
      beatsPerMinute == nil && (first?.evidence ?? 0) < TempoPriors.leastEvidence
    found.otherBeatsPerMinute =
      beatsPerMinute == nil
      ? readings.lazy.map(\.beatsPerMinute)
        .first { abs($0 / chosen.beatsPerMinute - 1) > Self.sameShare } : nil
    return found
  }

  /// Even beats from the first note on.
  private func evenGrid(_ notes: [ScoreNote], _ found: Double?) -> BeatGrid {
    let tempo = beatsPerMinute ?? found.map { factor * $0 } ?? Self.defaultBeatsPerMinute
    let meter = meter ?? .common
    var grid = BeatGrid(
      firstSeconds: notes.first?.seconds ?? 0, beatsPerMinute: tempo, meter: meter,
      grid: grid ?? Self.grid(of: Subdivision(steps: 4), meter))
    grid.isTempoGuessed = beatsPerMinute == nil
    return grid
  }

  /// The grid of a reading: its beats moved to where the notes put them.
  private func grid(of notes: [ScoreNote], _ reading: TempoReading) -> BeatGrid {
    let grid = grid ?? Self.grid(of: reading.subdivision, reading.meter)
    let swing = reading.subdivision.swing
    let steps = Subdivision(steps: reading.meter.stepsPerBeat(grid: grid) ?? 1, swing: swing)
    let fit = BeatFit(notes: notes, subdivision: steps)
    let followed = fit.fitted(reading.beats)
    let even = fit.steady(followed, beatSeconds: beatsPerMinute.map { 60 / $0 })
    return BeatGrid(
      line: even ?? followed, meter: reading.meter, grid: grid, swing: swing,
      isSteady: even != nil)
  }

  /// The steps of a whole note that a beat's parts are written with.
  static func grid(of subdivision: Subdivision, _ meter: Meter) -> Int {
    let ternary = 4 * subdivision.steps
    if subdivision.isTernary, !meter.isCompound, meter.stepsPerBeat(grid: ternary) != nil {
      return ternary
    }
    return meter.stepsPerBeat(grid: 16) == nil ? 8 : 16
  }
}
