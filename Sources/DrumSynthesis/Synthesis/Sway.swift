// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// How often a second a level may turn, and how far it does against the slowest turns.
private let sways = [(hz: 5.0, share: 1.0), (hz: 60.0, share: 0.55)]

/// Gains that wander about 1: what is heard of modes that beat with each other, and of metal that swings on its stand.
///
/// - Parameter decibels: Deviation of the level.
func sway(frameCount: Int, decibels: Double, random: inout SeededGenerator) -> [Double] {
  var levels = [Double](repeating: 0, count: frameCount)
  for sway in sways {
    let step = Int(sampleRateHz / sway.hz / 2)
    var points = (0...(frameCount / step + 1)).map { _ in sway.share * decibels * random.normal() }
    points[0] = 0
    for frame in 0..<frameCount {
      let (point, part) = (frame / step, Double(frame % step) / Double(step))
      let turn = 0.5 - 0.5 * cos(Double.pi * part)
      levels[frame] += points[point] + turn * (points[point + 1] - points[point])
    }
  }
  return levels.map { pow(10, $0 / 20) }
}
