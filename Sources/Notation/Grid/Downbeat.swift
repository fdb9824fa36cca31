// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

/// Finds the beats that begin bars. These have a kick, a crash and accents; the beats between have
/// snares. People also like to begin on the one.
struct Downbeat {
  /// A note farther from a beat than this, in beats, is not on it.
  private static let nearness = 0.15
  /// The weight of beginning there, in notes.
  private static let beginning = 1.5

  let meter: Meter

  /// The first beat of the first bar that has a note, counted on `line`.
  func firstBeat(of notes: [ScoreNote], on line: BeatLine) -> Int {
    let count = meter.beatsPerBar
    var scores = [Double](repeating: 0, count: count)
    for note in notes {
      let position = line.position(note.seconds)
      guard abs(position - position.rounded()) < Self.nearness else { continue }
      for phase in 0..<count {
        let beat = remainder(Int(position.rounded()) - phase)
        scores[phase] += Double(note.velocity) * likelihood(note.role, on: beat)
      }
    }
    let first = notes.first.map { line.position($0.seconds) } ?? 0
    scores[remainder(Int(first.rounded()))] += Self.beginning
    let phase = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let bar = ((first - Double(phase) + Self.nearness) / Double(count)).rounded(.down)
    return phase + Int(bar) * count
  }

  /// How much a note speaks for its beat being the `beat`th of a bar.
  private func likelihood(_ role: PadRole, on beat: Int) -> Double {
    let isBack = beat % 2 == 1
    let isOne = beat == 0
    switch role {
    case .kick: return isOne ? 1 : isBack && meter.beatsPerBar == 4 ? -0.3 : 0.3
    case .snare, .clap, .sideStick:
      return isOne ? -0.7 : isBack && meter.beatsPerBar == 4 ? 0.5 : 0.1
    case .crash: return isOne ? 1 : 0
    default: return isOne ? 0.2 : 0
    }
  }

  private func remainder(_ beat: Int) -> Int {
    (beat % meter.beatsPerBar + meter.beatsPerBar) % meter.beatsPerBar
  }
}
