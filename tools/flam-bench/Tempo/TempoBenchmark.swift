// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Notation
import Sequencing

/// The table of tempi: each pattern at many tempi and spreads, with and without a click.
struct TempoBenchmark {
  private static let spreadsMilliseconds = [3.0, 6, 12]
  private static let bars = 16
  /// A tempo is right within this share of it.
  private static let tempoShare = 0.02
  /// With the click, the notes are this late, in seconds.
  private static let lateSeconds = 0.02
  /// By as much the median lateness may differ from that, in seconds.
  private static let lateTolerance = 0.004
  private static let sampleRateHz = 48_000
  /// The least share of right answers, in per cent.
  private static let target = 95.0

  let isQuick: Bool
  let seed: UInt64

  /// How often each of the answers was right.
  private struct Tally {
    var count = 0
    var exact = 0
    var octave = 0
    var grid = 0
    var click = 0

    static func + (one: Tally, other: Tally) -> Tally {
      Tally(
        count: one.count + other.count, exact: one.exact + other.exact,
        octave: one.octave + other.octave, grid: one.grid + other.grid,
        click: one.click + other.click)
    }

    func share(_ part: Int) -> Double { 100 * Double(part) / Double(max(1, count)) }
  }

  /// Prints the table; true if it meets the targets.
  func run() -> Bool {
    let tempi = stride(from: 60.0, through: 220, by: isQuick ? 40 : 20).map { $0 }
    let spreads = isQuick ? [Self.spreadsMilliseconds[1]] : Self.spreadsMilliseconds
    print(
      "tempi: \(TempoPattern.all.count) patterns at \(tempi.count) tempi from 60 to 220, spread "
        + spreads.map { "\(Int($0))" }.joined(separator: ", ") + " ms")
    print("right in per cent: the tempo; it or its octave first or second; the grid; with a click")
    var whole = Tally()
    for pattern in TempoPattern.all {
      var tally = Tally()
      for tempo in tempi {
        for spread in spreads { add(pattern, tempo, spread / 1000, to: &tally) }
      }
      print("  \(Self.line(tally))  \(pattern.name)")
      whole = whole + tally
    }
    print("  \(Self.line(whole))  all")
    let isMet = [whole.octave, whole.grid, whole.click].allSatisfy {
      whole.share($0) >= Self.target
    }
    print(
      "tempi: tempo or its octave \(Self.text(whole.share(whole.octave))) %, grid "
        + "\(Self.text(whole.share(whole.grid))) %, with a click \(Self.text(whole.share(whole.click))) %; target "
        + "\(Int(Self.target)) % each: \(isMet ? "met" : "MISSED")")
    return isMet
  }

  private static func text(_ share: Double) -> String { share.text(places: 1) }

  private static func line(_ tally: Tally) -> String {
    [tally.exact, tally.octave, tally.grid, tally.click].map {
      text(tally.share($0)).padded(toRight: 6)
    }.joined()
  }

  private func add(
    _ pattern: TempoPattern, _ tempo: Double, _ spread: Double, to tally: inout Tally
  ) {
    let seed = seed &+ UInt64(tempo) &* 1000 &+ UInt64(100_000 * spread)
    let notes = pattern.notes(
      beatsPerMinute: tempo, spreadSeconds: spread, bars: Self.bars, seed: seed)
    let grid = GridFinder().find(notes)
    func isOctave(_ found: Double?) -> Bool {
      [0.5, 1, 2].contains { abs((found ?? 0) / (tempo * $0) - 1) < Self.tempoShare }
    }
    tally.count += 1
    guard !grid.isTempoGuessed else { return }
    if abs(grid.beatsPerMinute / tempo - 1) < Self.tempoShare { tally.exact += 1 }
    if isOctave(grid.beatsPerMinute) || isOctave(grid.otherBeatsPerMinute) { tally.octave += 1 }
    let isTernary = (grid.meter.isCompound ? 3 : grid.stepsPerBeat) % 3 == 0
    if isOctave(grid.beatsPerMinute), isTernary == pattern.isTernary { tally.grid += 1 }
    if isRightWithClick(notes, pattern, tempo) { tally.click += 1 }
  }

  /// Notes that come late after a click have its tempo, a right grid, and are as late.
  private func isRightWithClick(
    _ notes: [ScoreNote], _ pattern: TempoPattern, _ tempo: Double
  ) -> Bool {
    var clock = MusicalClock(sampleRateHz: Self.sampleRateHz)
    let start = TempoPattern.firstSeconds - Double(pattern.meter.beatsPerBar) * 60 / tempo
    let rate = Double(Self.sampleRateHz)
    clock.start(
      Tempo(tempo), pattern.meter, atFrame: Int(((start - Self.lateSeconds) * rate).rounded()))
    let end = Int((notes.last?.seconds ?? 0) * rate) + Self.sampleRateHz
    guard let click = HeardClick(clock, frames: 0..<end, delaySeconds: 0) else { return false }
    let grid = GridFinder().find(notes, click: click)
    let late = notes.map { grid.lateSeconds($0.seconds) }.sorted()
    let isTernary = (pattern.meter.isCompound ? 3 : grid.stepsPerBeat) % 3 == 0
    return abs(grid.beatsPerMinute / tempo - 1) < 0.001 && isTernary == pattern.isTernary
      && abs(late[late.count / 2] - Self.lateSeconds) < Self.lateTolerance
  }
}
