// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Notation
import Sequencing

/// A drummer's notes, with human timing, tempo and strength.
struct Groove {
  let name: String
  let meter: Meter
  /// Steps of a beat.
  let steps: Int
  /// A letter a step of a bar: x plain, o soft, . nothing.
  let pattern: [PadRole: String]
  /// Tempi at which it is played, in beats a minute.
  let tempi: ClosedRange<Double>

  private init(
    _ name: String, _ meter: String, steps: Int, hihat: String = "", kick: String,
    snare: String = "",
    _ tempi: ClosedRange<Double>
  ) {
    self.name = name
    self.meter = Meter(meter) ?? .common
    self.steps = steps
    pattern = [.hihatClosed: hihat, .kick: kick, .snare: snare]
    self.tempi = tempi
  }

  static let all = [
    Groove(
      "rock", "4/4", steps: 4, hihat: "x.x.x.x.x.x.x.x.", kick: "x.......x.x.....",
      snare: "....x.......x...", 80...160),
    Groove(
      "off-beat kick", "4/4", steps: 4, hihat: "x.x.x.x.x.x.x.x.", kick: "x.....x...x.....",
      snare: "....x.......x...", 80...160),
    Groove(
      "four on the floor", "4/4", steps: 4, hihat: "..x...x...x...x.", kick: "x...x...x...x...",
      snare: "....x.......x...", 100...140),
    Groove(
      "funk", "4/4", steps: 4, hihat: "xxxxxxxxxxxxxxxx", kick: "x..x..x...x..x..",
      snare: "....x..o.o..x..o", 75...115),
    Groove(
      "no cymbals", "4/4", steps: 4, kick: "x.....x.x.......", snare: "....x.......x...", 80...150),
    Groove(
      "shuffle", "4/4", steps: 3, hihat: "x.xx.xx.xx.x", kick: "x.....x.....",
      snare: "...x.....x..", 80...150),
    Groove(
      "waltz", "3/4", steps: 4, hihat: "....x...x...", kick: "x...........", 80...160),
    Groove(
      "bossa", "4/4", steps: 4, hihat: "x.x.x.x.x.x.x.x.", kick: "x..xx..xx..xx..x",
      snare: "x..x..x...x..x..", 80...130),
  ]

  /// Slow, fast and swung ones, in which the pulse that people count is not the one with most notes.
  static let manyLevels = [
    Groove(
      "torch song", "4/4", steps: 4, hihat: "x.x.x.x.x.x.x.x.", kick: "x......xx.......",
      snare: "....x.......x...", 54...78),
    Groove(
      "slow jam", "4/4", steps: 4, hihat: "xxxxxxxxxxxxxxxx", kick: "x..x......x.....",
      snare: "....x..o....x...", 58...80),
    Groove(
      "twelve-eight", "4/4", steps: 3, hihat: "xxxxxxxxxxxx", kick: "x....xx....x",
      snare: "...x.....x..", 52...76),
    Groove(
      "boogie", "4/4", steps: 3, hihat: "x.xx.xx.xx.x", kick: "x....xx..x..",
      snare: "...x.....x.x", 90...150),
    Groove(
      "jump", "4/4", steps: 3, kick: "x.....x....x", snare: "...x.....x..", 84...150),
    Groove(
      "two-step", "4/4", steps: 4, hihat: "x.x.x.x.x.x.x.x.", kick: "x.......xx......",
      snare: "....x.......x...", 150...180),
    Groove(
      "polka", "4/4", steps: 4, kick: "x.......x.......", snare: "....x.......x...", 95...125),
    Groove("pulse", "4/4", steps: 4, kick: "x...x...x...x...", 72...140),
  ]

  /// Notes of `bars` bars and the times of the beats, from some moment on.
  ///
  /// - Parameters:
  ///   - spreadSeconds: Standard deviation of each note.
  ///   - drift: By how much of a beat, at most, the length of a beat changes from one to the next.
  func played(
    atBeatsPerMinute tempo: Double, bars: Int, spreadSeconds: Double, drift: Double, seed: UInt64
  ) -> (notes: [ScoreNote], beats: [Double]) {
    var generator = SeededGenerator(seed: seed)
    func share() -> Double { 2 * Double(generator.uniform()) - 1 }
    func normal() -> Double {
      0.5 * (share() + share() + share() + share() + share() + share()) / 0.7071
    }
    var beats = [1 + 0.5 * share()]
    var length = 60 / tempo
    for _ in 0...bars * meter.beatsPerBar {
      beats.append(beats[beats.count - 1] + length)
      length = 60 / tempo + 0.9 * (length - 60 / tempo) + drift * share() * 60 / tempo
    }
    var notes: [ScoreNote] = []
    for (role, letters) in pattern.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for bar in 0..<bars {
        for (step, letter) in letters.enumerated() where letter != "." && generator.uniform() > 0.03
        {
          let place = Double(bar * meter.beatsPerBar) + Double(step) / Double(steps)
          let beat = Int(place)
          let time =
            beats[beat] + (place - Double(beat)) * (beats[beat + 1] - beats[beat])
            + spreadSeconds * normal()
          let strength = letter == "o" ? 0.3 : role == .hihatClosed ? 0.5 : 0.75
          notes.append(
            ScoreNote(
              seconds: time, sound: role.name, role: role,
              velocity: Float(max(0.1, min(1, strength + 0.1 * share())))))
        }
      }
    }
    return (Self.onOneHand(notes.sorted { $0.seconds < $1.seconds }), beats)
  }

  /// A tapping player has one sound at a time: of those that fall together the drum stays, not the
  /// cymbal.
  private static func onOneHand(_ notes: [ScoreNote]) -> [ScoreNote] {
    var kept: [ScoreNote] = []
    for note in notes {
      guard let last = kept.last, note.seconds - last.seconds < 0.03 else {
        kept.append(note)
        continue
      }
      if last.role.isCymbal { kept[kept.count - 1] = note }
    }
    return kept
  }
}
