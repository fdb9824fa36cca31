// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Notation
import Sequencing

/// A groove, pulse or exercise of the table of tempi.
struct TempoPattern {
  let name: String
  let meter: Meter
  /// Steps of a beat.
  let steps: Int
  /// A letter a step of a bar for each drum: x plain, o soft, f a flam, . nothing.
  let lines: [PadRole: String]
  /// The same for every fourth bar; empty where that bar is like the others.
  var fill: [PadRole: String] = [:]
  /// The steps before the first bar that are played, of the last bar's end.
  var pickup = 0

  private init(
    _ name: String, meter: String = "4/4", steps: Int = 4, _ lines: [PadRole: String],
    fill: [PadRole: String] = [:], pickup: Int = 0
  ) {
    (self.name, self.steps, self.lines) = (name, steps, lines)
    self.meter = Meter(meter) ?? .common
    (self.fill, self.pickup) = (fill, pickup)
  }

  /// Whether a beat has three parts.
  var isTernary: Bool { steps % 3 == 0 }

  private static let eighths = "x.x.x.x.x.x.x.x."
  private static let sixteenths = "xoxoxoxoxoxoxoxo"
  private static let backBeat = "....x.......x..."
  private static let swung = "x.xx.xx.xx.x"
  private static let jazz = "x..x.xx..x.x"

  static let all: [TempoPattern] = [
    TempoPattern("metronome", [.kick: "x...x...x...x..."]),
    TempoPattern(
      "claps on two and four, kick on one and three",
      [
        .kick: "x.......x.......", .clap: backBeat,
      ]),
    TempoPattern("rock", [.hihatClosed: eighths, .kick: "x.......x.......", .snare: backBeat]),
    TempoPattern(
      "rock, kick twice",
      [
        .hihatClosed: eighths, .kick: "x.......x.x.....", .snare: backBeat,
      ]),
    TempoPattern(
      "rock, syncopated",
      [
        .hihatClosed: eighths, .kick: "x.....x...x.....", .snare: backBeat,
      ]),
    TempoPattern(
      "rock, hi-hat in quarters",
      [
        .hihatOpen: "x...x...x...x...", .kick: "x.....x.x.......", .snare: backBeat,
      ]),
    TempoPattern(
      "rock with fills",
      [
        .hihatClosed: eighths, .kick: "x.......x.......", .snare: backBeat,
      ],
      fill: [
        .hihatClosed: "x.x.x.x.........", .kick: "x...............", .snare: "....x...xxxx....",
        .tomHigh: "............xx..", .tomLow: "..............xx",
      ]),
    TempoPattern(
      "rock with a pickup",
      [
        .hihatClosed: eighths, .kick: "x.......x.......", .snare: "....x.......x.xx",
      ], pickup: 2),
    TempoPattern(
      "rock with ghost notes",
      [
        .hihatClosed: eighths, .kick: "x.......x.x.....", .snare: "....x..o.o..x..o",
      ]),
    TempoPattern(
      "rock with flams",
      [
        .hihatClosed: eighths, .kick: "x.......x.......", .snare: "....f.......f...",
      ]),
    TempoPattern(
      "four on the floor",
      [
        .hihatOpen: "..x...x...x...x.", .kick: "x...x...x...x...", .clap: backBeat,
      ]),
    TempoPattern(
      "house with sixteenths",
      [
        .hihatClosed: sixteenths, .kick: "x...x...x...x...", .clap: backBeat,
      ]),
    TempoPattern(
      "disco",
      [
        .hihatClosed: "xoxxxoxxxoxxxoxx", .kick: "x...x...x...x...", .snare: backBeat,
      ]),
    TempoPattern(
      "funk sixteenths",
      [
        .hihatClosed: sixteenths, .kick: "x..x..x...x..x..", .snare: "....x..o.o..x..o",
      ]),
    TempoPattern(
      "funk, syncopated",
      [
        .hihatClosed: "x.xxx.xxx.xxx.xx", .kick: "x.x....x..x.....", .snare: "....x..o....x.o.",
      ]),
    TempoPattern(
      "sixteenths of rock",
      [
        .hihatClosed: sixteenths, .kick: "x.........x.....", .snare: backBeat,
      ]),
    TempoPattern(
      "hip-hop",
      [
        .hihatClosed: eighths, .kick: "x..x......xx....", .snare: backBeat,
      ]),
    TempoPattern(
      "half-time rock",
      [
        .hihatClosed: eighths, .kick: "x.....x.........", .snare: "........x.......",
      ]),
    TempoPattern(
      "drum and bass",
      [
        .ride: eighths, .kick: "x.........x.....", .snare: "....x..o.o..x...",
      ]),
    TempoPattern(
      "punk",
      [.hihatOpen: "x.x.x.x.x.x.x.x.", .kick: "x...x...x...x...", .snare: "..x...x...x...x."]),
    TempoPattern("train", [.snare: "ooxoooxoooxoooxo", .kick: "x...x...x...x..."]),
    TempoPattern("polka", [.kick: "x.......x.......", .snare: "....x.......x..."]),
    TempoPattern(
      "bossa nova",
      [
        .hihatClosed: eighths, .kick: "x..xx..xx..xx..x", .sideStick: "x..x..x...x..x..",
      ]),
    TempoPattern(
      "samba",
      [
        .ride: "x.xxx.xxx.xxx.xx", .kick: "x..xx..xx..xx..x", .snare: "x.x..x.xx.x..x.x",
      ]),
    TempoPattern(
      "reggae, one drop",
      [
        .hihatClosed: eighths, .kick: "........x.......", .sideStick: "........x.......",
        .snare: "..............o.",
      ]),
    TempoPattern("march", [.kick: "x.......x.......", .snare: "x.ooxoooxo.oxoxo"]),
    TempoPattern("no cymbals", [.kick: "x.....x.x.......", .snare: backBeat]),
    TempoPattern("one pad in eighths", [.snare: "xoxoxoxo".map { "\($0)." }.joined()]),
    TempoPattern("paradiddles", [.snare: "xooooxoox.oooxoo", .tomLow: "x.......x......."]),
    TempoPattern("waltz", meter: "3/4", [.hihatClosed: "....x...x...", .kick: "x..........."]),
    TempoPattern(
      "rock in three", meter: "3/4",
      [
        .hihatClosed: "x.x.x.x.x.x.", .kick: "x.........x.", .snare: "....x...x...",
      ]),
    TempoPattern(
      "shuffle", steps: 3,
      [
        .hihatClosed: swung, .kick: "x.....x.....", .snare: "...x.....x..",
      ]),
    TempoPattern(
      "shuffle with triplet kicks", steps: 3,
      [
        .hihatClosed: swung, .kick: "x....xx..x..", .snare: "...x.....x.x",
      ]),
    TempoPattern(
      "half-time shuffle", steps: 3,
      [
        .hihatClosed: swung, .kick: "x.......x...", .snare: ".o..o.xo..o.",
      ]),
    TempoPattern("jazz ride", steps: 3, [.ride: jazz, .hihatPedal: "...x.....x.."]),
    TempoPattern(
      "jazz ride with comping", steps: 3,
      [
        .ride: jazz, .hihatPedal: "...x.....x..", .snare: "..o.....o...", .kick: "x.....x.....",
      ]),
    TempoPattern("triplets", steps: 3, [.snare: "xooxooxooxoo", .kick: "x.....x....."]),
    TempoPattern(
      "twelve eighths", steps: 3,
      [
        .hihatClosed: "xxxxxxxxxxxx", .kick: "x....xx....x", .snare: "...x.....x..",
      ]),
    TempoPattern(
      "six eighths", meter: "6/8", steps: 3,
      [
        .hihatClosed: "xxxxxx", .kick: "x....x", .snare: "...x..",
      ]),
    TempoPattern(
      "six eighths, ballad", meter: "6/8", steps: 3,
      [
        .ride: "x.xx.x", .kick: "x.....", .sideStick: "...x..",
      ]),
  ]

  /// When the first bar begins.
  static let firstSeconds = 5.0

  /// Notes of so many bars.
  ///
  /// - Parameter spreadSeconds: Standard deviation of each note.
  func notes(beatsPerMinute: Double, spreadSeconds: Double, bars: Int, seed: UInt64) -> [ScoreNote]
  {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double {
      let angle = 2 * Double.pi * Double(generator.uniform())
      return (-2 * log(1 - Double(generator.uniform()))).squareRoot() * cos(angle)
    }
    var notes: [ScoreNote] = []
    func add(_ bar: Int, _ lines: [PadRole: String], from first: Int = 0) {
      for (role, letters) in lines.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for (step, letter) in letters.enumerated() where letter != "." && step >= first {
          let beat = Double(bar * meter.beatsPerBar) + Double(step) / Double(steps)
          let seconds = Self.firstSeconds + beat * 60 / beatsPerMinute + spreadSeconds * normal()
          let velocity = letter == "o" ? 0.3 : 0.75
          if letter == "f" {
            notes.append(
              ScoreNote(seconds: seconds - 0.028, sound: role.name, role: role, velocity: 0.3))
          }
          notes.append(
            ScoreNote(seconds: seconds, sound: role.name, role: role, velocity: Float(velocity)))
        }
      }
    }
    if pickup > 0 { add(-1, lines, from: meter.beatsPerBar * steps - pickup) }
    for bar in 0..<bars { add(bar, bar % 4 == 3 && !fill.isEmpty ? fill : lines) }
    return notes.sorted { $0.seconds < $1.seconds }
  }
}
