// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// The grid of notes that were played to a click: its beats and bars, where it clicked or its tempo
/// goes on. Elsewhere the notes say where the beats are.
extension GridFinder {
  /// A first note this much before a bar, in beats, is on its first beat. Notes that are farther
  /// from the steps of a click that has stopped were not played to it.
  private static let earliness = 0.15

  /// The grid of notes, of which some were played to a click. If most were not, it is theirs alone.
  public func find(_ notes: [ScoreNote], click: HeardClick) -> BeatGrid {
    let notes = notes.sorted { $0.seconds < $1.seconds }
    let meter = meter ?? click.meter
    var line = ClickLine(beatsPerBar: meter.beatsPerBar, meter: meter)
    line.add(free(notes, from: -.infinity, to: click.runs[0].beats[0].seconds, meter))
    var goingOn: [Range<Double>] = []
    for (index, run) in click.runs.enumerated() {
      line.add(run.beats)
      let next = index + 1 < click.runs.count ? click.runs[index + 1].beats[0].seconds : .infinity
      let pause = run.endSeconds..<max(run.endSeconds, next)
      let own = notes.filter { pause.contains($0.seconds) }
      if let beats = clicks(after: run, own, to: next, meter) {
        line.add(beats)
        goingOn.append(pause)
      } else {
        line.add(free(notes, from: run.endSeconds, to: next, meter))
      }
    }
    let times = notes.map(\.seconds).filter { seconds in
      click.contains(seconds) || goingOn.contains { $0.contains(seconds) }
    }
    guard 2 * times.count >= notes.count else {
      return GridFinder(meter: meter, grid: grid, factor: factor).find(notes)
    }
    let beats = BeatLine(line.seconds)
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

  /// The beats that a click would have had after it stopped, up to a time or the last note there;
  /// nil if the notes there have another tempo, or are far from its steps.
  private func clicks(
    after run: HeardClick.Run, _ notes: [ScoreNote], to end: Double, _ meter: Meter
  ) -> [HeardClick.Beat]? {
    guard let last = run.beats.last, let lastNote = notes.last else { return [] }
    let length = last.seconds - run.beats[run.beats.count - 2].seconds
    let line = BeatLine(first: last.seconds, beatSeconds: length, count: 2)
    let lag = ClickLag(notes.map(\.seconds), on: line, meter: meter, grid: grid)
    let own = GridFinder(meter: meter, beatsPerMinute: 60 / length, grid: grid).find(notes)
    guard own.isSteady, abs(lag.seconds) <= Self.earliness * length else { return nil }
    let place = run.beats.reversed().prefix { !$0.isFirst }.count
    let count = Int((lastNote.seconds - last.seconds) / length) + 1
    return (1...count).map { number in
      HeardClick.Beat(
        seconds: line.time(Double(number)),
        isFirst: (place + number) % last.meter.beatsPerBar == 0, meter: last.meter)
    }.filter { $0.seconds < end - length / 2 }
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

  /// Goes on with the beats of another passage. Before it, the last bar is filled up, so that its
  /// bars are those of the line; also where it comes back from another meter.
  mutating func add(_ beats: [HeardClick.Beat]) {
    if let bar = beats.firstIndex(where: { isBar($0) }) {
      if seconds.isEmpty { lead(into: beats, bar) } else { fill(upTo: beats[0].seconds, bar) }
    }
    var isAligned = true
    for beat in beats {
      if beat.meter != meter { isAligned = false }
      if !isAligned, isBar(beat), let last = seconds.last {
        append(beatsMissing(before: 0), from: last, to: beat.seconds)
        isAligned = true
      }
      if beat.seconds > (seconds.last ?? -.infinity) { seconds.append(beat.seconds) }
    }
  }

  private func isBar(_ beat: HeardClick.Beat) -> Bool { beat.isFirst && beat.meter == meter }

  /// Begins a line in the midst of a bar with the beats that the bar had before.
  private mutating func lead(into beats: [HeardClick.Beat], _ bar: Int) {
    guard beats.count > 1 else { return }
    let (first, length) = (beats[0].seconds, beats[1].seconds - beats[0].seconds)
    seconds = (0..<beatsMissing(before: bar)).map { first - Double($0 + 1) * length }.reversed()
  }

  /// Even beats until a passage begins at a time, so many beats before a bar: about as long as the
  /// last ones.
  private mutating func fill(upTo end: Double, _ beatsBeforeBar: Int) {
    guard let last = seconds.last, end > last else { return }
    let before = seconds.count > 1 ? last - seconds[seconds.count - 2] : end - last
    var missing = beatsMissing(before: beatsBeforeBar)
    while (end - last) / Double(missing + beatsPerBar + 1) > 0.75 * before {
      missing += beatsPerBar
    }
    append(missing, from: last, to: end)
  }

  /// How many beats the last bar lacks, if so many others come before the next bar.
  private func beatsMissing(before beats: Int) -> Int {
    (beatsPerBar - (seconds.count + beats) % beatsPerBar) % beatsPerBar
  }

  /// So many even beats between two times.
  private mutating func append(_ count: Int, from begin: Double, to end: Double) {
    for number in 0..<count {
      seconds.append(begin + (end - begin) * Double(number + 1) / Double(count + 1))
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
