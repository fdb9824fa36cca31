// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// How many notes begin together: each takes a moment of the block in which it does.
struct NoteDensity {
  /// Stretches of output frames in which notes count as together: 5 ms at 48 kHz.
  private static let stretchFrames = 256

  /// The notes of each stretch that has not passed yet.
  private var counts: [Int: Int] = [:]

  /// Counts a note; false if there are too many about its frame.
  ///
  /// - Parameter now: The output frame of the last block.
  mutating func takes(atFrame frame: Int, now: Int) -> Bool {
    let (stretch, present) = (max(frame, now) / Self.stretchFrames, now / Self.stretchFrames)
    if counts.keys.contains(where: { $0 < present }) {
      counts = counts.filter { $0.key >= present }
    }
    guard counts[stretch, default: 0] < Limits.notesTogether else { return false }
    counts[stretch, default: 0] += 1
    return true
  }
}
