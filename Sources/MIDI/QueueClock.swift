// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// Converts between times of ALSA's sequencer queue and the monotonic clock.
struct QueueClock {
  /// The largest difference of crystals.
  private static let greatestDrift = 1e-4

  /// The monotonic time at which the queue started; infinite before it is known.
  private(set) var startSeconds = Double.infinity
  /// When that was measured.
  private(set) var pairedSeconds = 0.0

  /// Takes readings of the queue, each as the start time that follows from it. A reading is older
  /// than its answer, and the queue may be late by its timer, never early. So the earliest start
  /// holds, except for the drift of the crystals since.
  mutating func pair(startsSeconds: [Double], atSeconds now: Double) {
    guard let found = startsSeconds.min() else { return }
    let drifted = startSeconds + Self.greatestDrift * (now - pairedSeconds)
    (startSeconds, pairedSeconds) = (min(found, drifted), now)
  }

  /// The queue's time at a monotonic time; its start for an earlier time.
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
