// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sequencing

/// By how much notes usually come after the steps of beats that are known, and what steps these are.
///
/// Notes on coarse steps may be far from them: a note that is late by more than half a sixteenth is
/// late, not early for the next one, if all others are as late. The steps are those for which the
/// lateness is likeliest, as a circular mean. Source: N. Fisher, "Statistical Analysis of Circular
/// Data", Cambridge University Press (1993).
struct ClickLag {
  /// The ways to part a beat, and the logarithm of how likely each is.
  private static let parts: [(steps: Int, prior: Double)] = [
    (1, 0), (2, 0), (4, 0), (3, -4), (6, -8),
  ]
  /// The least deviation that is assumed, in seconds.
  private static let leastSpread = 0.004

  /// The usual lateness.
  private(set) var seconds = 0.0
  /// The steps of a beat on which the notes are.
  private(set) var stepsPerBeat = 4

  init(_ times: [Double], on line: BeatLine, meter: Meter, grid: Int?) {
    guard !times.isEmpty else { return }
    let positions = times.map(line.position)
    var best = -Double.infinity
    for (steps, prior) in Self.parts where Self.fits(steps, meter, grid) {
      var (x, y) = (0.0, 0.0)
      for position in positions {
        x += cos(2 * .pi * Double(steps) * position)
        y += sin(2 * .pi * Double(steps) * position)
      }
      let stepSeconds = line.beatSeconds / Double(steps)
      let length = min(1, max(1e-9, (x * x + y * y).squareRoot() / Double(times.count)))
      let spread = (-2 * log(length)).squareRoot() * stepSeconds / (2 * .pi)
      let likelihood =
        prior + Double(times.count) * log(stepSeconds / max(Self.leastSpread, spread))
      guard likelihood > best else { continue }
      best = likelihood
      stepsPerBeat = steps
      seconds = atan2(y, x) / (2 * .pi) * stepSeconds
    }
  }

  /// Beats of a meter can have so many steps, on a grid or any.
  private static func fits(_ steps: Int, _ meter: Meter, _ grid: Int?) -> Bool {
    if let grid { return (meter.stepsPerBeat(grid: grid) ?? 1) % steps == 0 }
    return steps == 1 || meter.eighthsPerBeat == 2 || steps % (meter.isCompound ? 3 : 2) == 0
  }
}
