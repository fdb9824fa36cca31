// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// What a queue of ALSA's sequencer shows at a time of the monotonic clock, and the other way about.
struct QueueClock {
  /// Crystals differ by so much at most.
  private static let greatestDrift = 1e-4

  /// What the queue's time has to be added to; infinite before it was found.
  private(set) var startSeconds = Double.infinity
  /// When that was found.
  private(set) var pairedSeconds = 0.0

  /// Takes in looks at the queue, each as the time of its start that follows from it. What a look tells was so before its answer
  /// came, and the queue is behind by as much as its timer was served late, never ahead: so the earliest start holds, but for
  /// what crystals may have drifted since.
  mutating func pair(startsSeconds: [Double], atSeconds now: Double) {
    guard let found = startsSeconds.min() else { return }
    let drifted = startSeconds + Self.greatestDrift * (now - pairedSeconds)
    (startSeconds, pairedSeconds) = (min(found, drifted), now)
  }

  /// What the queue shows at a time; its start where that is before.
  func stamp(atSeconds seconds: Double) -> snd_seq_real_time_t {
    let shown = max(0, seconds - startSeconds)
    let whole = shown.rounded(.down)
    return snd_seq_real_time_t(tv_sec: UInt32(whole), tv_nsec: UInt32(1e9 * (shown - whole)))
  }

  /// The time at which the queue shows `stamp`.
  func seconds(at stamp: snd_seq_real_time_t) -> Double {
    startSeconds + Double(stamp.tv_sec) + 1e-9 * Double(stamp.tv_nsec)
  }
}
