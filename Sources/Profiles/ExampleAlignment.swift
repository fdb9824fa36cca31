// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the strike in each example of a sound.
///
/// An onset may be found at the touch of a finger, at the stroke that follows, or a little after a
/// soft beginning. The examples of a sound are most alike if their strikes coincide. It begins at
/// the steepest rise, and moves each example in turn to where it is nearest to the mean of the
/// others.
/// each is moved in turn to where it is nearest to the mean of the others.
enum ExampleAlignment {
  private static let mostRounds = 6
  /// The difference of two frames of one sound, in decibels: the scale for a better match.
  private static let differenceDecibels: Float = 2.1
  /// The cost of a strike's distance from the steepest rise and from the found onset, in frames.
  private static let strayFrames: Float = 8
  private static let (riseWeight, onsetWeight) = (Float(0.1), Float(0.3))

  /// The same examples with their strikes.
  static func aligned(_ examples: [Example]) -> [Example] {
    let framesPerShift = Example.shiftSeconds / HitOutline.hopSeconds
    var aligned = examples
    for view in FoundOnset.views.indices {
      for (index, shift) in shifts(examples.map { $0.outlines[view] }).enumerated() {
        let nearest = Int((Float(shift) / framesPerShift).rounded(.toNearestOrEven))
        aligned[index].strikeShifts[view] = min(
          Example.mostShifts, max(-Example.mostShifts, nearest))
      }
    }
    return aligned
  }

  /// The frames from each onset to its strike.
  static func shifts(_ outlines: [HitOutline]) -> [Int] {
    let first = outlines.map(\.steepestRise)
    let bandCount = outlines.map(\.bandCount).min() ?? 0
    guard outlines.count > 1 else { return outlines.map { _ in 0 } }
    let range = -HitOutline.farthest...HitOutline.farthest
    let frames = outlines.map { outline in
      range.map { outline.frames(shift: $0, bandCount: bandCount) }
    }
    var shifts = first
    for _ in 0..<mostRounds {
      let current = zip(frames, shifts).map { $0[$1 - range.lowerBound] }
      let sum = current.dropFirst().reduce(current[0]) { zip($0, $1).map { $0 + $1 } }
      let next = outlines.indices.map { index in
        let others = zip(sum, current[index]).map { ($0 - $1) / Float(outlines.count - 1) }
        func cost(_ shift: Int) -> Float {
          let fromRise = Float(shift - first[index]) / strayFrames
          let fromOnset = Float(shift) / strayFrames
          return distance(frames[index][shift - range.lowerBound], others)
            / (differenceDecibels * differenceDecibels) + riseWeight * fromRise * fromRise
            + onsetWeight * fromOnset * fromOnset
        }
        let costs = range.map(cost)
        let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        return range.lowerBound + best
      }
      if next == shifts { break }
      shifts = next
    }
    return shifts
  }

  /// Mean squared difference.
  private static func distance(_ one: [Float], _ other: [Float]) -> Float {
    var sum: Float = 0
    for index in one.indices { sum += (one[index] - other[index]) * (one[index] - other[index]) }
    return sum / Float(one.count)
  }
}
