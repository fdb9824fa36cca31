// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// Compares the heard hits with taps at even distances.
///
/// At breaks of the sound, frames do not show how much time went by; everywhere else they do.
struct SoakTally {
  /// Taps that were not heard.
  struct Lost: Equatable {
    /// They fell into a break of the sound.
    let atPops: Int
    /// Nothing explains it.
    let elsewhere: Int
  }

  /// Frames from one tap to the next.
  let distanceFrames: Int
  let rateHz: Int
  /// Taps that were heard.
  private(set) var heard = 0
  /// Unheard taps without a break between the hits before and after.
  private(set) var missed = 0
  /// Hits that were no taps: a break in the sound is heard as one.
  private(set) var extra = 0
  /// So many taps at most can have fallen into breaks.
  private var mostBroken = 0
  private var lastFrame: Int?

  init(distanceFrames: Int, rateHz: Int) {
    self.distanceFrames = distanceFrames
    self.rateHz = rateHz
  }

  /// Takes in the next hit, at an input frame; `pops` are all there were so far.
  mutating func add(hitFrame frame: Int, pops: [Xrun]) {
    guard let last = lastFrame else {
      (lastFrame, heard) = (frame, 1)
      return
    }
    let taps = Int((Double(frame - last) / Double(distanceFrames)).rounded())
    guard taps > 0 else {
      extra += 1
      return
    }
    let breaks = pops.reversed().prefix { $0.frame > last }.filter { $0.frame <= frame }
    if breaks.isEmpty { missed += taps - 1 } else { mostBroken += taps - 1 }
    for pop in breaks {
      mostBroken += 1 + pop.lateNanoseconds / 1000 * rateHz / 1_000_000 / distanceFrames
    }
    heard += 1
    lastFrame = frame
  }

  /// Of `played` taps, those that were lost as the sound broke off, and those that were lost all the same.
  func lost(of played: Int) -> Lost {
    let unheard = played - heard - missed
    let atPops = min(unheard, mostBroken)
    return Lost(atPops: atPops, elsewhere: missed + unheard - atPops)
  }
}
