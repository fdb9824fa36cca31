// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// The grid of notes that were played to a click: its beats and bars, where it clicked. Elsewhere the notes say where
/// the beats are.
extension GridFinder {
  /// A first note this much before a bar, in beats, is on its first beat.
  private static let earliness = 0.15

  /// The grid of notes, of which some were played to a click.
  public func find(_ notes: [ScoreNote], click: HeardClick) -> BeatGrid {
    let notes = notes.sorted { $0.seconds < $1.seconds }
    let meter = meter ?? click.meter
    var line = ClickLine(beatsPerBar: meter.beatsPerBar, meter: meter)
    var begin = -Double.infinity
    for run in click.runs {
      line.add(free(notes, from: begin, to: run.beats[0].seconds, meter))
      line.add(run.beats)
      begin = run.endSeconds
    }
    line.add(free(notes, from: begin, to: .infinity, meter))
    let beats = BeatLine(line.seconds)
    let times = notes.map(\.seconds).filter(click.contains)
    let lag = ClickLag(times, on: beats, meter: meter, grid: grid)
    let steps = grid ?? Self.grid(of: Subdivision(steps: lag.stepsPerBeat), meter)
    let bar = Double(meter.beatsPerBar)
    let first = notes.first.map { beats.position($0.seconds - lag.seconds) } ?? 0
    let begun = Int(((first + Self.earliness) / bar).rounded(.down)) * meter.beatsPerBar
    var found = BeatGrid(
      line: beats.counted(fromBeat: begun).counted(times: factor), meter: meter, grid: steps,
      isSteady: beats.isEven)
    found.isClick = true
    found.lagSeconds = lag.seconds
    return found
  }

  /// The beats of the notes between two times, where nothing clicked; none for few notes.
  private func free(
    _ notes: [ScoreNote], from begin: Double, to end: Double, _ meter: Meter
  ) -> [HeardClick.Beat] {
    let own = notes.filter { $0.seconds >= begin && $0.seconds < end }
    guard own.count >= TempoSearch.leastNotes else { return [] }
    let grid = GridFinder(meter: meter, grid: grid).find(own)
    guard !grid.isTempoGuessed else { return [] }
    let least = grid.line.beatSeconds / 2
    return grid.line.seconds.enumerated().compactMap { number, seconds in
      seconds > begin + least && seconds < end - least
        ? HeardClick.Beat(
          seconds: seconds, isFirst: number % meter.beatsPerBar == 0, meter: meter) : nil
    }
  }
}

/// Beats of several passages in one line, in which each bar has as many beats.
struct ClickLine {
  let beatsPerBar: Int
  let meter: Meter
  private(set) var seconds: [Double] = []

  init(beatsPerBar: Int, meter: Meter) { (self.beatsPerBar, self.meter) = (beatsPerBar, meter) }

  /// Goes on with the beats of another passage. Before its bars, the last bar is filled up.
  mutating func add(_ beats: [HeardClick.Beat]) {
    for beat in beats {
      if beat.isFirst, beat.meter == meter { fill(upTo: beat.seconds) }
      if beat.seconds > (seconds.last ?? -.infinity) { seconds.append(beat.seconds) }
    }
  }

  /// Even beats until a bar begins at a time: about as long as the last ones.
  private mutating func fill(upTo end: Double) {
    guard let last = seconds.last, end > last else { return }
    let before = seconds.count > 1 ? last - seconds[seconds.count - 2] : end - last
    var missing = (beatsPerBar - seconds.count % beatsPerBar) % beatsPerBar
    while (end - last) / Double(missing + beatsPerBar + 1) > 0.75 * before {
      missing += beatsPerBar
    }
    for number in 0..<missing {
      seconds.append(last + (end - last) * Double(number + 1) / Double(missing + 1))
    }
  }
}

extension BeatLine {
  /// All beats are as long.
  var isEven: Bool {
    let (first, length) = (seconds[0], beatSeconds)
    return seconds.enumerated().allSatisfy { abs($1 - first - Double($0) * length) < 0.001 }
  }

  /// The same line, counted so many times as fast.
  func counted(times factor: Double) -> BeatLine {
    guard factor != 1 else { return self }
    let count = Int((Double(seconds.count - 1) * factor).rounded(.down)) + 1
    return BeatLine((0..<max(2, count)).map { time(Double($0) / factor) })
  }
}
