// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Realtime

/// What the microphone hears while a loop of it is recorded, by output frames: those that left the loudspeaker while it was heard.
struct LoopMicrophone {
  /// Samples that are no longer wanted go when there are so many.
  private static let spareFrames = 1 << 16

  private let history: SampleHistory
  /// From an input frame on, what may still be wanted.
  private var kept: [Float] = []
  private var keptFrame = 0

  init(_ history: SampleHistory) { self.history = history }

  /// Brings a looper all that was heard.
  ///
  /// - Parameter deviceFrames: From what is heard to what leaves the loudspeaker at once in answer to it.
  /// - Returns: False if the loop keeps so much that nothing more is taken in.
  mutating func fill(_ feed: inout LoopFeed, _ timeline: Timeline, deviceFrames: Int) -> Bool {
    // While the performance waits, no frame is related to another.
    guard timeline.inputFrame > 0 else { return true }
    func input(_ outputFrame: Int) -> Int {
      Int(((Double(outputFrame) - timeline.offsetFrames) / timeline.ratio).rounded()) + deviceFrames
    }
    guard let first = feed.looper.soundFrame else {
      (kept, keptFrame) = ([], 0)
      return true
    }
    keep(fromFrame: input(first))
    let end = keptFrame + kept.count
    let heardUntil = timeline.outputFrame(answering: Double(end - deviceFrames))
    var hasRoom = true
    let (kept, keptFrame) = (kept, keptFrame)
    feed.change { looper in
      hasRoom = looper.hear(until: Int(heardUntil.rounded(.down)) - 1) { frames in
        let first = input(frames.lowerBound) - keptFrame
        let there = (first..<first + frames.count).clamped(to: kept.indices)
        guard there.upperBound == first + frames.count, !there.isEmpty else { return nil }
        // Before the playing began it was silent.
        let silence = [Float](repeating: 0, count: frames.count - there.count)
        return silence + kept[there].map(Instrument.sane)
      }
    }
    return hasRoom
  }

  private mutating func keep(fromFrame first: Int) {
    let there = history.frames
    if kept.isEmpty || keptFrame + kept.count < there.lowerBound {
      (kept, keptFrame) = ([], max(first, there.lowerBound))
    }
    history.read(
      keptFrame + kept.count..<max(keptFrame + kept.count, there.upperBound), into: &kept)
    let spare = min(kept.count, first - keptFrame)
    guard spare > Self.spareFrames else { return }
    kept.removeFirst(spare)
    keptFrame += spare
  }
}
