// SPDX-License-Identifier: GPL-3.0-or-later

/// The position of a peak between samples.
enum Peak {
  /// The vertex of the parabola through a highest sample and its neighbours.
  static func position(of index: Int, value: (Int) -> Double) -> Double {
    let (before, peak, after) = (value(index - 1), value(index), value(index + 1))
    let bend = before - 2 * peak + after
    return bend == 0 ? Double(index) : Double(index) + 0.5 * (before - after) / bend
  }
}
