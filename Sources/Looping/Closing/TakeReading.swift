// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Notation
import Sequencing

/// One way to read the hits of a take: how long a beat is, how it is parted, and where bars begin.
struct TakeReading {
  /// Hits usually lie this far from their steps, in seconds; that counts as much as so many hits.
  private static let usualSpread = (seconds: 0.012, hits: 3.0)
  /// Tempi that are tried because the press suggests them, in beats a minute.
  private static let usualTempi = 60.0...180.0

  /// How long a beat is.
  let beatSeconds: Double
  /// From the first hit to the beginning of a bar: above 0 after an upbeat, below 0 if the bar begins with a rest.
  let barSeconds: Double
  let meter: Meter
  let stepsPerBeat: Int
  let swing: LoopSwing
  /// How unlikely the hits are on their steps, beside hits at any times: the natural logarithm.
  let misfit: Double
  /// How the player's beats move beside even ones.
  let drift: TakeDrift

  /// Beats that are known.
  init(
    beatSeconds: Double, barSeconds: Double, meter: Meter, stepsPerBeat: Int = 4,
    swing: LoopSwing = .straight, misfit: Double = 0, drift: TakeDrift = TakeDrift([], firstBeat: 0)
  ) {
    (self.beatSeconds, self.barSeconds, self.meter) = (beatSeconds, barSeconds, meter)
    (self.stepsPerBeat, self.swing, self.misfit) = (stepsPerBeat, swing, misfit)
    self.drift = drift
  }

  /// The hits of a take as notes.
  static func score(_ notes: [HeardNote], at times: [Double]) -> [ScoreNote] {
    zip(notes, times).map { note, time in
      ScoreNote(
        seconds: time, sound: note.pad, role: PadRole(name: note.pad) ?? .other,
        velocity: note.velocity)
    }
  }

  /// What the hits show by themselves; nil if that is no tempo.
  static func found(_ score: [ScoreNote], _ meter: Meter?) -> TakeReading? {
    let grid = GridFinder(meter: meter).find(score)
    return grid.knownBeatsPerMinute.map { _ in TakeReading(score.map(\.seconds), grid) }
  }

  /// Readings of a take that was closed so many seconds after its first hit: as many beats as are given, or else whole bars and the
  /// beats of a first one.
  static func suggested(
    _ score: [ScoreNote], closedAfter seconds: Double, _ meter: Meter, beats: Int?
  ) -> [TakeReading] {
    let bar = meter.beatsPerBar
    let lengths = [1, 2].filter { $0 < bar } + [1, 2, 4, 8, 16, 32, 64].map { $0 * bar }
    let tempi =
      (beats.map { [$0] } ?? lengths).map { 60 * Double($0) / seconds }
      .filter((beats == nil ? usualTempi : PlayedTempo.range).contains)
    let readings = tempi.map { tempo in
      let grid = GridFinder(meter: meter, beatsPerMinute: tempo).find(score)
      return TakeReading(score.map(\.seconds), grid)
    }
    // As the press says, however long that is.
    let whole = TakeReading(
      beatSeconds: seconds / Double(beats ?? bar), barSeconds: 0, meter: meter)
    return readings.isEmpty ? [whole] : readings
  }

  /// Nobody drifts further from even beats; few hits, long ago, would lead anywhere.
  private static let mostDrift = 0.1

  /// How long so many beats are from the beginning of the bar on, as the player went on.
  func seconds(ofBeats beats: Int) -> Double {
    let even = Double(beats) * beatSeconds
    let most = Self.mostDrift * even
    return even + max(-most, min(most, drift.seconds(ofBeats: beats)))
  }

  /// The straight line through hits whose steps a grid knows. Hits of one place in a beat are compared with each other
  /// alone, so that neither swing nor a hand that is always late makes the beat longer.
  init(_ times: [Double], _ grid: BeatGrid) {
    let steps = grid.stepsPerBeat
    var places = [[(beat: Double, time: Double)]](repeating: [], count: steps)
    for time in times {
      let step = grid.step(nearest: time).step
      let place = (step % steps + steps) % steps
      places[place].append((Double((step - place) / steps), time))
    }
    var (products, squares) = (0.0, 0.0)
    let means = places.map { hits in
      let count = Double(max(1, hits.count))
      let mean = (
        beat: hits.reduce(0) { $0 + $1.beat } / count, time: hits.reduce(0) { $0 + $1.time } / count
      )
      for hit in hits {
        products += (hit.beat - mean.beat) * (hit.time - mean.time)
        squares += (hit.beat - mean.beat) * (hit.beat - mean.beat)
      }
      return mean
    }
    let beat = squares > 0 && products > 0 ? products / squares : grid.line.beatSeconds
    let late = zip(places, means).flatMap { hits, mean in
      hits.map { hit in
        TakeDrift.Hit(
          beat: hit.beat, lateSeconds: hit.time - mean.time - beat * (hit.beat - mean.beat))
      }
    }
    let rest = late.reduce(0) { $0 + $1.lateSeconds * $1.lateSeconds }
    let free = Double(max(0, times.count - places.count(where: { !$0.isEmpty }) - 1))
    let (usual, hits) = Self.usualSpread
    let variance = (rest + hits * usual * usual) / (free + hits)
    let share = (2 * .pi * M_E * variance).squareRoot()
    let first = grid.step(nearest: times[0]).step
    let bar = grid.meter.beatsPerBar
    // More than half a bar before the next bar, it is no upbeat.
    let barBeat = 2 * first > bar * steps ? Double(bar) : 0
    let start =
      places[0].isEmpty
      ? grid.line.time(barBeat) : means[0].time + beat * (barBeat - means[0].beat)
    self.init(
      beatSeconds: beat, barSeconds: start - times[0], meter: grid.meter, stepsPerBeat: steps,
      swing: LoopSwing(grid.swing),
      misfit: Double(times.count) * log(share * Double(steps) / beat),
      drift: TakeDrift(late, firstBeat: barBeat))
  }
}
