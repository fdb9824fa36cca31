// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares the hits that are heard with taps at even distances.
struct SoakTally {
  /// Frames from one tap to the next.
  let distanceFrames: Int
  /// Taps that were heard.
  private(set) var heard = 0
  /// Taps that were not while sound broke off.
  private(set) var lostAtPops = 0
  /// Hits that were no taps: what a break in the sound is heard as.
  private(set) var extra = 0
  private var lastFrame: Int?

  init(distanceFrames: Int) { self.distanceFrames = distanceFrames }

  /// Takes in the next hit; `popFrames` are where sound broke off so far.
  mutating func note(hitFrame frame: Int, popFrames: [Int]) {
    guard let last = lastFrame else {
      (lastFrame, heard) = (frame, 1)
      return
    }
    let taps = Int((Double(frame - last) / Double(distanceFrames)).rounded())
    guard taps > 0 else {
      extra += 1
      return
    }
    let hasPopped = popFrames.contains { $0 >= last - distanceFrames && $0 <= frame }
    if hasPopped { lostAtPops += taps - 1 }
    heard += 1
    lastFrame = frame
  }
}
