// SPDX-License-Identifier: GPL-3.0-or-later

/// Played notes on a grid.
public struct Sheet: Sendable {
  /// How a note stands out among those of its sound.
  public enum Emphasis: Sendable { case ghost, plain, accent }

  /// A note.
  public struct Note: Sendable, Equatable {
    /// Index into ``Sheet/lines``.
    public let line: Int
    /// The nearest step, counted from the beginning of the first bar.
    public let step: Int
    /// How much later than the step it was played, in steps.
    public let offset: Double
    /// 0...1.
    public let velocity: Float
    /// Compared with the others of its sound.
    public let emphasis: Emphasis
    /// A stronger note of the same sound has the same step: this one is the grace note of a flam.
    public let isGrace: Bool
  }

  /// A note is an accent if its velocity is at least this, and at least this many times the usual
  /// one of its sound.
  private static let accent: (velocity: Float, ratio: Float) = (0.8, 1.25)
  /// A note is a ghost note if its velocity is at most this, and at most this many times the usual
  /// one of its sound.
  private static let ghost: (velocity: Float, ratio: Float) = (0.4, 0.65)

  /// The title.
  public let title: String
  /// The grid of bars and steps.
  public let grid: BeatGrid
  /// The sounds, the highest on the staff first.
  public let lines: [DrumLine]
  /// The notes in the order of steps and lines; the grace note of a flam before its main note.
  public let notes: [Note]
  /// The number of bars; at least one.
  public let barCount: Int

  /// The sheet of notes on a grid.
  ///
  /// - Parameter leastBars: It has so many bars at least; those behind the last note are empty.
  public init(_ played: [ScoreNote], on grid: BeatGrid, title: String, leastBars: Int = 1) {
    self.title = title
    self.grid = grid
    let bySound = Dictionary(grouping: played, by: \.sound)
    let lines = bySound.compactMap { name, notes in
      notes.first.map { DrumLine(sound: name, role: $0.role) }
    }.sorted { ($0.place, $0.sound) < ($1.place, $1.sound) }
    self.lines = lines
    let usual = lines.map { Self.median(of: bySound[$0.sound] ?? []) }
    let places = Dictionary(
      lines.enumerated().map { ($1.sound, $0) }, uniquingKeysWith: { first, _ in first })
    let placed = played.map { note in
      let (nearest, offset) = grid.step(nearest: note.seconds)
      let line = places[note.sound] ?? 0
      // A note shortly before the first bar is written on its first step.
      let step = max(0, nearest)
      return (
        line: line, step: step, offset: offset + Double(nearest - step), velocity: note.velocity
      )
    }
    notes = Dictionary(grouping: placed) { Place(step: $0.step, line: $0.line) }.values
      .flatMap { together in
        let strongest = together.indices.max { together[$0].velocity < together[$1].velocity }
        return together.indices.map { index in
          let note = together[index]
          return Note(
            line: note.line, step: note.step, offset: note.offset, velocity: note.velocity,
            emphasis: Self.emphasis(note.velocity, usual: usual[note.line]),
            isGrace: index != strongest)
        }
      }.sorted {
        ($0.step, $0.line, $0.isGrace ? 0 : 1, $0.offset)
          < ($1.step, $1.line, $1.isGrace ? 0 : 1, $1.offset)
      }
    barCount = max(leastBars, (notes.last?.step ?? 0) / grid.stepsPerBar + 1)
  }

  private init(title: String, grid: BeatGrid, lines: [DrumLine], notes: [Note], barCount: Int) {
    (self.title, self.grid, self.lines) = (title, grid, lines)
    (self.notes, self.barCount) = (notes, barCount)
  }

  /// Where a note is played, in steps.
  ///
  /// - Parameter quantise: How far it is moved to its step: 0 stays as played, 1 is on the step.
  ///   The grace note of a flam keeps its distance from the main note.
  public func place(of note: Note, quantise: Double) -> Double {
    // The other notes of its step and line stand before it.
    let next = firstIndex { ($0.step, $0.line) > (note.step, note.line) }
    let main = note.isGrace && next > 0 ? notes[next - 1] : note
    return Double(note.step) + note.offset - quantise * main.offset
  }

  /// The same sheet, with an empty bar at the beginning if a note would be played before it.
  public func beginningInTime(quantise: Double) -> Sheet {
    guard notes.contains(where: { place(of: $0, quantise: quantise) < 0 }) else { return self }
    var earlier = grid
    earlier.line = grid.line.counted(fromBeat: -grid.meter.beatsPerBar)
    return Sheet(
      title: title, grid: earlier, lines: lines,
      notes: notes.map {
        Note(
          line: $0.line, step: $0.step + grid.stepsPerBar, offset: $0.offset, velocity: $0.velocity,
          emphasis: $0.emphasis, isGrace: $0.isGrace)
      }, barCount: barCount + 1)
  }

  /// The notes of a bar, counted from 0.
  func notes(ofBar bar: Int) -> [Note] {
    let first = firstIndex { $0.step >= bar * grid.stepsPerBar }
    let end = firstIndex { $0.step >= (bar + 1) * grid.stepsPerBar }
    return Array(notes[first..<end])
  }

  /// The first note for which a condition holds that also holds for all later notes; the number of
  /// notes if there is none.
  private func firstIndex(where isTrue: (Note) -> Bool) -> Int {
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(notes[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private struct Place: Hashable {
    let step: Int
    let line: Int
  }

  private static func median(of notes: [ScoreNote]) -> Float {
    let velocities = notes.map(\.velocity).sorted()
    return velocities.isEmpty ? 0 : velocities[(velocities.count - 1) / 2]
  }

  private static func emphasis(_ velocity: Float, usual: Float) -> Emphasis {
    if velocity >= accent.velocity && velocity >= accent.ratio * usual { return .accent }
    return velocity <= ghost.velocity && velocity <= ghost.ratio * usual ? .ghost : .plain
  }
}
