// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Follows the beats of notes whose tempo is roughly known. It finds the row of beats that has the
/// most notes on it and the most even steps.
///
/// Source: D. Ellis, "Beat Tracking by Dynamic Programming", Journal of New Music Research 36 (2007).
struct BeatTracker {
  private static let frameSeconds = 0.01
  private static let noteSeconds = 0.015
  /// The cost of an uneven step: this times the square of the logarithm of its ratio.
  private static let tightness = 100.0

  /// The length of a beat.
  let beatSeconds: Double

  /// The times of the beats in seconds, from the first one with a note on it to the last. `notes`
  /// are in the order of time.
  func beats(of notes: [ScoreNote]) -> [Double] {
    guard let first = notes.first?.seconds, let last = notes.last?.seconds else { return [] }
    let strength = Self.strength(of: notes, from: first, to: last)
    let steps = costs()
    var score = [Double](repeating: 0, count: strength.count)
    var before = [Int](repeating: -1, count: strength.count)
    for frame in strength.indices {
      // A row may begin anywhere.
      var best = 0.0
      for (step, cost) in steps where step <= frame {
        let value = score[frame - step] - cost
        if value > best {
          best = value
          before[frame] = frame - step
        }
      }
      score[frame] = strength[frame] + best
    }
    let tail = max(0, strength.count - Int(beatSeconds / Self.frameSeconds))
    var frame = (tail..<strength.count).max { score[$0] < score[$1] } ?? -1
    var beats: [Double] = []
    while frame >= 0 {
      beats.append(first - 2 * Self.noteSeconds + Double(frame) * Self.frameSeconds)
      frame = before[frame]
    }
    return beats.reversed()
  }

  /// Steps from half a beat to two beats, in frames, and the cost of each.
  private func costs() -> [(step: Int, cost: Double)] {
    let beatFrames = beatSeconds / Self.frameSeconds
    return (max(1, Int(beatFrames / 2))...max(2, Int(2 * beatFrames))).map { step in
      let ratio = log(Double(step) / beatFrames)
      return (step, Self.tightness * ratio * ratio)
    }
  }

  /// The strength of the notes, frame by frame.
  private static func strength(
    of notes: [ScoreNote], from first: Double, to last: Double
  ) -> [Double] {
    let margin = 2 * noteSeconds
    var strength = [Double](
      repeating: 0, count: Int((last - first + 2 * margin) / frameSeconds) + 1)
    for note in notes {
      let place = (note.seconds - first + margin) / frameSeconds
      let reach = Int(margin / frameSeconds)
      let frames = max(0, Int(place) - reach)...min(strength.count - 1, Int(place) + reach)
      for frame in frames {
        let distance = (Double(frame) - place) * frameSeconds / noteSeconds
        strength[frame] += note.weight * exp(-0.5 * distance * distance)
      }
    }
    return strength
  }
}
