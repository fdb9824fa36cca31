// SPDX-License-Identifier: GPL-3.0-or-later
import Measuring
import Profiles
import Synchronization

/// The microphone's input while the playing waits, for lessons of new sounds. One thread at a time
/// uses it.
public final class HeldMicrophone: Sendable {
  /// The rate of its samples, in hertz.
  public let rateHz: Int
  private let tap: InputTap
  private let lesson: Mutex<HeldLesson>
  private let onStep: @Sendable (EngineEvent.Lesson) -> Void
  private let hasEnded = Atomic(false)

  /// - Parameter onTold: Called with the state of the lesson: at its beginning, at each step, and
  ///   at its end.
  init(
    _ tap: InputTap, rateHz: Int, _ lesson: HeldLesson,
    onStep: @escaping @Sendable (EngineEvent.Lesson) -> Void
  ) {
    (self.tap, self.rateHz, self.onStep) = (tap, rateHz, onStep)
    self.lesson = Mutex(lesson)
    onStep(lesson.reported)
  }

  deinit { end() }

  /// The input since the last call; samples older than four seconds are lost.
  public func newSamples() -> InputTap.Heard { tap.newSamples() }

  /// Sends a learner's event to all front ends: ``EngineEvent/lesson(_:)``.
  public func report(_ event: LiveLearner.Event) {
    lesson.withLock {
      $0.take(event)
      onStep($0.reported)
    }
  }

  /// The playing goes on.
  public var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Continues the playing.
  public func end() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    lesson.withLock {
      $0.end()
      onStep($0.reported)
    }
  }
}
