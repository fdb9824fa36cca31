// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Places beats so that each note keeps its own lateness: the notes of the eight beats around a
/// beat decide where it is, not the one note that happens to be on it.
struct BeatFit {
  /// The number of beats before and after one that decide where it is.
  private static let reach = 4.0
  /// The weight of the tracked beat itself beside that of a note, so that pauses are bridged.
  private static let trackedWeight = 0.2
  /// A note farther from its step than this counts little, in parts of a step.
  private static let stepShare = 0.25
  /// A straight line is taken if its distance is at most this many times the best, plus some
  /// milliseconds.
  private static let steadyRatio = 1.15
  private static let steadySeconds = 0.0015

  let notes: [ScoreNote]
  let subdivision: Subdivision

  /// `beats` moved to where the notes put them.
  func fitted(_ beats: BeatLine) -> BeatLine {
    var line = beats
    for _ in 0..<3 { line = fittedOnce(line) }
    return line
  }

  /// Even beats through `line`, of its own tempo or of a given one, if they fit the notes as well.
  func steady(_ line: BeatLine, beatSeconds: Double? = nil) -> BeatLine? {
    let count = line.seconds.count
    let middle = Double(count - 1) / 2
    let mean = line.seconds.reduce(0, +) / Double(count)
    var (above, below) = (0.0, 0.0)
    for (index, time) in line.seconds.enumerated() {
      above += (Double(index) - middle) * (time - mean)
      below += (Double(index) - middle) * (Double(index) - middle)
    }
    let slope = beatSeconds ?? above / below
    let even = BeatLine(first: mean - middle * slope, beatSeconds: slope, count: count)
    let isAsGood = distance(even) <= Self.steadyRatio * distance(line) + Self.steadySeconds
    return isAsGood ? even : nil
  }

  /// The root mean square of the notes' distances from their steps, in seconds.
  func distance(_ line: BeatLine) -> Double {
    guard !notes.isEmpty else { return 0 }
    let squares = notes.map { note in
      let late = note.seconds - line.time(step(nearest: line.position(note.seconds)))
      return late * late
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  private func step(nearest position: Double) -> Double {
    subdivision.beat(ofStep: subdivision.step(ofBeat: position).rounded())
  }

  private func fittedOnce(_ line: BeatLine) -> BeatLine {
    // The step of each note, and how certain that is.
    let placed = notes.map { note in
      let position = line.position(note.seconds)
      let step = step(nearest: position)
      let distance = (position - step) * Double(subdivision.steps) / Self.stepShare
      return (step: step, time: note.seconds, weight: exp(-0.5 * distance * distance))
    }
    var first = 0
    return BeatLine(
      line.seconds.indices.map { index in
        let beat = Double(index)
        var sums = Sums()
        while first < placed.count && placed[first].step < beat - Self.reach { first += 1 }
        for note in placed[first...] {
          guard note.step <= beat + Self.reach else { break }
          sums.add(
            at: note.step - beat, note.time, nearness(note.step - beat) * note.weight)
        }
        let reach = Int(Self.reach)
        for other in max(0, index - reach)...min(line.seconds.count - 1, index + reach) {
          let offset = Double(other - index)
          sums.add(at: offset, line.seconds[other], nearness(offset) * Self.trackedWeight)
        }
        return sums.value
      })
  }

  private func nearness(_ beats: Double) -> Double { max(0.05, 1 - abs(beats) / Self.reach) }

  /// A straight line by least squares, and its value at 0.
  private struct Sums {
    private var (one, x, xx, y, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(at place: Double, _ value: Double, _ weight: Double) {
      one += weight
      x += weight * place
      xx += weight * place * place
      y += weight * value
      xy += weight * place * value
    }

    var value: Double {
      let determinant = one * xx - x * x
      return determinant > 1e-9 ? (xx * y - x * xy) / determinant : y / one
    }
  }
}
