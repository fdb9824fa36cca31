// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Synchronization

/// The lesson that a page has begun, until it is over: taught, ended by anybody, or replaced. It must not outlast the page.
final class PageLesson: Sendable {
  private struct Open {
    let sound: String
    /// The engine has reported its begin. Until then, what it reports is about earlier lessons.
    var isBegun = false
  }

  private let open = Mutex<Open?>(nil)

  /// The sound that it teaches; nil without a lesson.
  var sound: String? { open.withLock { $0?.sound } }

  /// Takes note of a lesson that the page asked for; 0 hits end it.
  func note(_ sound: String, hits: Int) {
    open.withLock { $0 = hits > 0 ? Open(sound: sound) : nil }
  }

  /// Takes note of an event.
  func note(_ event: EngineEvent) {
    switch event {
    case .lesson(let lesson) where !lesson.isHolding:
      open.withLock { open in
        guard let own = open else { return }
        switch lesson.step {
        case .begun where own.sound == lesson.sound: open?.isBegun = true
        case .ended where own.isBegun: open = nil
        default: break
        }
      }
    case .profile, .ended: open.withLock { $0 = nil }
    default: break
    }
  }

  /// Takes note of the present lesson, after events were lost.
  func note(present lesson: EngineEvent.Lesson?) {
    open.withLock { open in
      if let lesson, !lesson.isHolding, lesson.sound == open?.sound {
        open?.isBegun = true
      } else {
        open = nil
      }
    }
  }

  /// The command that ends the lesson; nil if it is over.
  var ending: EngineCommand? {
    sound.map { .hearing(EngineCommand.Hearing(sound: $0, learnHits: 0)) }
  }
}
