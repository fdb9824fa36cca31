// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether a row of beats is the one that people count: whether there are notes on the beats, and
/// whether kick and snare alternate on them.
struct PulseLevel {
  /// A note farther from a beat than this, in beats, is not on it.
  private static let nearness = 0.15
  /// Fewer beats do not show which one is counted.
  private static let leastBeats = 4

  /// The share of the beats with a note on them.
  let filled: Double
  /// How clearly kicks are on every other beat and snares on those between, 0...1: the share of the
  /// former with a kick, times the share of the latter with a snare.
  let backBeat: Double

  /// The level of `beats`, in seconds, under notes; nil if there are too few beats.
  init?(of notes: [ScoreNote], on beats: [Double]) {
    guard beats.count >= Self.leastBeats else { return nil }
    let line = BeatLine(beats)
    var (struck, kicks, snares) = (Set<Int>(), Set<Int>(), Set<Int>())
    for note in notes {
      let position = line.position(note.seconds)
      guard abs(position - position.rounded()) < Self.nearness else { continue }
      let beat = Int(position.rounded())
      struck.insert(beat)
      switch note.role {
      case .kick: kicks.insert(beat)
      case .snare, .clap, .sideStick: snares.insert(beat)
      default: break
      }
    }
    func share(_ beats: Set<Int>, isOdd: Bool) -> Double {
      2 * Double(beats.count { ($0 % 2 != 0) == isOdd }) / Double(line.seconds.count)
    }
    filled = min(1, Double(struck.count) / Double(beats.count))
    backBeat = min(
      1,
      max(
        share(kicks, isOdd: false) * share(snares, isOdd: true),
        share(kicks, isOdd: true) * share(snares, isOdd: false)))
  }
}
