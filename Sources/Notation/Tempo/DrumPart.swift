// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a note does in a bar: the kind of its drum, and whether it is an accent or a soft note between them.
enum DrumPart: Int, CaseIterable {
  case low, back, time, other
  case softLow, softBack, softTime, softOther

  /// A note is soft if its velocity is at most this share of that of its sound's strong notes.
  private static let softShare: Float = 0.65
  /// The place of a strong note among those of its sound, in the order of their velocities.
  private static let strongPlace = 0.85

  /// The parts of notes.
  static func parts(of notes: [ScoreNote]) -> [DrumPart] {
    let strong = Dictionary(grouping: notes, by: \.sound).mapValues { own -> Float in
      let velocities = own.map(\.velocity).sorted()
      return velocities[Int(strongPlace * Double(velocities.count - 1))]
    }
    let kinds = notes.map { kind($0.role) }
    // One drum alone has no part that others leave to it.
    let isAlone = Set(kinds).count == 1
    return zip(notes, kinds).map { note, kind in
      let kind = isAlone ? .other : kind
      let isSoft = note.velocity <= softShare * (strong[note.sound] ?? 0)
      return isSoft ? DrumPart(rawValue: kind.rawValue + 4) ?? kind : kind
    }
  }

  private static func kind(_ role: PadRole) -> DrumPart {
    switch role {
    case .kick: .low
    case .snare, .clap, .sideStick: .back
    case .crash: .other
    default: role.isCymbal ? .time : .other
    }
  }

  /// How often people play it at a step of a bar, relative to other steps.
  func weight(beat: Int, of beats: Int, step: Int, of steps: Int) -> Double {
    guard step == 0 else { return offBeat(Double(step) / Double(steps)) }
    let isBack = beats % 2 == 0 ? beat % 2 == 1 : beat > 0
    switch self {
    case .low: return beat == 0 ? 7 : isBack ? 2.5 : 6
    case .back: return isBack ? (beats % 2 == 0 ? 8 : 4) : beat == 0 ? 0.8 : 2
    case .time: return 4
    case .other: return beat == 0 ? 6 : 4
    default: return 1
    }
  }

  private func offBeat(_ place: Double) -> Double {
    let isHalf = abs(place - 0.5) < 0.12
    let isThird = abs(place - 1 / 3.0) < 0.01
    let isLastThird = abs(place - 2 / 3.0) < 0.01
    switch self {
    case .low: return isHalf ? 1.6 : isLastThird ? 2 : 0.6
    case .back: return isHalf ? 1.5 : isLastThird ? 1 : 0.5
    case .time: return isHalf ? 3.5 : isLastThird ? 3.5 : isThird ? 2.5 : 2
    case .other: return isHalf ? 2 : isLastThird ? 2 : 0.8
    default: return 1
    }
  }
}
