// SPDX-License-Identifier: GPL-3.0-or-later
import Notation
import Sequencing

extension Song {
  /// The song of a Standard MIDI File of format 0 or 1: what it has on channel 10.
  ///
  /// A tempo out of 20...500 beats a minute becomes the nearest one in it. A change of the meter within a bar counts from the
  /// next bar on.
  init(midi bytes: [UInt8], path: String, name: String) throws(PatternError) {
    let events = try MIDIFileEvents(bytes, path: path)
    let map = try MIDIFileBars(events, path: path)
    let notes = events.notes.map { note in
      Note(
        beat: map.beat(atTick: note.tick), drum: SongDrum(generalMIDINote: note.note),
        velocity: Float(note.velocity) / 127)
    }
    self.init(
      title: events.title ?? name, style: nil, bars: map.bars(notes), tempi: map.tempi(events),
      notes: notes)
  }
}

/// Where the bars of a Standard MIDI File lie on its ticks.
private struct MIDIFileBars {
  /// Bars of one time signature.
  private struct Stretch {
    let tick: Int
    let beat: Int
    let meter: Meter
  }

  /// Steps of a beat in which notes may be written, the fewest first.
  private static let stepCounts = [1, 2, 3, 4, 6, 8, 12, 16, 24]
  /// Notes lie on steps as far as they are written, if they are no further from them, in beats.
  private static let nearBeats = 1 / 96.0

  private let ticksPerQuarter: Int
  private var stretches: [Stretch] = []
  private let barCount: Int

  init(_ events: MIDIFileEvents, path: String) throws(PatternError) {
    ticksPerQuarter = events.ticksPerQuarter
    stretches = [Stretch(tick: 0, beat: 0, meter: .common)]
    let end = events.notes.last?.tick ?? 0
    for change in events.meters where change.tick <= end {
      let last = stretches[stretches.count - 1]
      let barTicks = Self.barTicks(last.meter, ticksPerQuarter)
      // The first bar that begins with the change or later.
      let bars = Int((Double(change.tick - last.tick) / barTicks - 1e-9).rounded(.up))
      if bars <= 0 {
        stretches[stretches.count - 1] = Stretch(
          tick: last.tick, beat: last.beat, meter: change.meter)
      } else {
        stretches.append(
          Stretch(
            tick: last.tick + Int((Double(bars) * barTicks).rounded()),
            beat: last.beat + bars * last.meter.beatsPerBar, meter: change.meter))
      }
    }
    var count = 0
    for (index, stretch) in stretches.enumerated() {
      if index + 1 < stretches.count {
        count += (stretches[index + 1].beat - stretch.beat) / stretch.meter.beatsPerBar
      } else {
        let ticks = Double(max(0, end - stretch.tick))
        count += Int((ticks / Self.barTicks(stretch.meter, ticksPerQuarter)).rounded(.down)) + 1
      }
    }
    barCount = count
    guard barCount <= Song.mostBars else {
      throw PatternError(
        path, .file, "it is \(barCount) bars long",
        expected: "give one of up to \(Song.mostBars) bars")
    }
  }

  private static func barTicks(_ meter: Meter, _ ticksPerQuarter: Int) -> Double {
    Double(ticksPerQuarter) * meter.quartersPerBeat * Double(meter.beatsPerBar)
  }

  private func stretch(where isBefore: (Stretch) -> Bool) -> Stretch {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(stretches[middle]) { low = middle } else { high = middle }
    }
    return stretches[low]
  }

  func beat(atTick tick: Int) -> Double {
    let stretch = stretch { $0.tick <= tick }
    return Double(stretch.beat) + Double(tick - stretch.tick)
      / (Double(ticksPerQuarter) * stretch.meter.quartersPerBeat)
  }

  /// The tempo in beats of the meter, wherever it or the meter changes.
  func tempi(_ events: MIDIFileEvents) -> [Song.TempoMark] {
    var microseconds = MIDIFileFormat.defaultMicrosecondsPerQuarter
    var marks: [Song.TempoMark] = []
    func add(_ tick: Int) {
      let beat = beat(atTick: tick)
      let quarters = stretch { $0.tick <= tick }.meter.quartersPerBeat
      let range = PlayedTempo.range
      let tempo = min(
        range.upperBound, max(range.lowerBound, 60e6 / Double(max(1, microseconds)) / quarters))
      if marks.last?.beat == beat { marks.removeLast() }
      if marks.last?.beatsPerMinute != tempo {
        marks.append(Song.TempoMark(beat: beat, beatsPerMinute: tempo))
      }
    }
    let end = events.notes.last?.tick ?? 0
    var changes = events.tempi[...]
    var bounds = stretches.map(\.tick)[...]
    while true {
      let next = min(changes.first?.tick ?? .max, bounds.first ?? .max)
      guard next <= end else { break }
      while let change = changes.first, change.tick == next {
        microseconds = change.microseconds
        changes.removeFirst()
      }
      while bounds.first == next { bounds.removeFirst() }
      add(next)
    }
    return marks
  }

  /// All bars, each with the steps in which its notes can be written.
  func bars(_ notes: [Song.Note]) -> [Song.Bar] {
    var bars: [Song.Bar] = []
    var rest = notes[...]
    for (index, stretch) in stretches.enumerated() {
      let beats = stretch.meter.beatsPerBar
      var first = stretch.beat
      while bars.count < barCount,
        index + 1 == stretches.count || first < stretches[index + 1].beat
      {
        let inside = rest.prefix { $0.beat < Double(first + beats) }
        rest = rest.dropFirst(inside.count)
        let steps = Self.stepCounts.first { steps in
          inside.allSatisfy { note in
            let step = note.beat * Double(steps)
            return abs(step - step.rounded()) <= Self.nearBeats * Double(steps)
          }
        }
        bars.append(
          Song.Bar(
            firstBeat: first, meter: stretch.meter,
            stepsPerBeat: max(steps ?? Self.stepCounts[Self.stepCounts.count - 1], 2),
            swing: .straight, section: nil))
        first += beats
      }
    }
    return bars
  }
}
