// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// What the microphone of an engine that plays hears, while the playing waits: for lessons of new sounds. One thread at a time
/// uses it.
public final class HeldMicrophone: Sendable {
  /// The rate of its samples, in hertz.
  public let rateHz: Int
  private let tap: InputTap
  private let onEnd: @Sendable () -> Void
  private let hasEnded = Atomic(false)

  init(_ tap: InputTap, rateHz: Int, onEnd: @escaping @Sendable () -> Void) {
    (self.tap, self.rateHz, self.onEnd) = (tap, rateHz, onEnd)
  }

  deinit { end() }

  /// What was heard since the last call; samples are lost where that is more than four seconds ago.
  public func newSamples() -> InputTap.Heard { tap.newSamples() }

  /// Lets the playing go on.
  public func end() { if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onEnd() } }
}
