// SPDX-License-Identifier: GPL-3.0-or-later

/// The peaks of the last eight onsets: a much softer sound is more likely a breath between strokes
/// than a stroke.
struct RecentPeaks: BitwiseCopyable {
  private static var count: Int { @_noLocks get { 8 } }
  /// Ghost notes are soft too: this many decibels count nothing, and this many more count fully.
  private static var freeDecibels: Float { @_noLocks get { 12 } }
  private static var mostDecibels: Float { @_noLocks get { 20 } }

  /// In dBFS, from the softest to the loudest.
  private var sorted = InlineArray<8, Float>(repeating: 0)
  /// The same in the order in which they were heard, the oldest at `noted % count` once there are
  /// eight.
  private var peaks = InlineArray<8, Float>(repeating: 0)
  private var noted = 0

  /// Remembers a peak, in dBFS.
  @_noLocks mutating func add(_ decibels: Float) {
    peaks[noted % Self.count] = decibels
    noted += 1
    sorted = peaks
    for index in 1..<max(1, min(noted, Self.count)) {
      var place = index
      while place > 0 && sorted[place - 1] > sorted[place] {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    if noted == 2 * Self.count { noted = Self.count }
  }

  /// How far a peak lies below the 75th percentile of the last, less the free range; 0 or negative,
  /// bounded.
  @_noLocks func decibelsBelow(_ decibels: Float) -> Float {
    let known = min(noted, Self.count)
    guard known > 0 else { return 0 }
    let position = 0.75 * Float(known - 1)
    let lower = Int(position)
    let upper = min(lower + 1, known - 1)
    let loud = sorted[lower] + (position - Float(lower)) * (sorted[upper] - sorted[lower])
    return min(0, max(-Self.mostDecibels, decibels - loud + Self.freeDecibels))
  }
}
