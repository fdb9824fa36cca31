// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Storage

/// How many notes begin together: each takes a moment of the block in which it does. A door may use
/// half of what the other doors leave, and a caller half of what the others at its door leave, so
/// that nobody uses up the room of all.
struct NoteDensity {
  /// Stretches of output frames in which notes count as together: 5 ms at 48 kHz.
  private static let stretchFrames = 256

  /// The notes of each stretch that has not passed yet.
  private var counts: [Int: [CommandCaller: Int]] = [:]

  /// Counts a note; false if there are too many about its frame.
  ///
  /// - Parameter now: The output frame of the last block.
  mutating func takes(atFrame frame: Int, now: Int, from caller: CommandCaller) -> Bool {
    let (stretch, present) = (max(frame, now) / Self.stretchFrames, now / Self.stretchFrames)
    if counts.keys.contains(where: { $0 < present }) {
      counts = counts.filter { $0.key >= present }
    }
    var (own, door, all) = (0, 0, 0)
    for (other, count) in counts[stretch] ?? [:] {
      all += count
      if other.door == caller.door { door += count }
      if other == caller { own += count }
    }
    let doorRoom = (Limits.notesTogether - (all - door) + 1) / 2
    let ownRoom = caller.name == nil ? doorRoom : (doorRoom - (door - own) + 1) / 2
    guard door < doorRoom, own < ownRoom, all < Limits.notesTogether else { return false }
    counts[stretch, default: [:]][caller, default: 0] += 1
    return true
  }
}
