// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Synchronization

/// The lesson that a page has begun, until its last hit. It must not outlast the page.
final class PageLesson: Sendable {
  private let open = Mutex<(sound: String, hits: Int)?>(nil)

  /// The sound that it teaches; nil without a lesson.
  var sound: String? { open.withLock { $0?.sound } }

  /// Takes note of a command of the page.
  func note(_ command: EngineCommand) {
    guard case .hearing(let change) = command, let hits = change.learnHits else { return }
    open.withLock { $0 = change.sound.flatMap { hits > 0 ? ($0, hits) : nil } }
  }

  /// Takes note of an event: a hit of the lesson, or a lesson that replaces it.
  func note(_ event: EngineEvent) {
    switch event {
    case .hearing(let change) where change.learnHits != nil:
      open.withLock { if $0?.sound != change.sound { $0 = nil } }
    case .hit(let hit):
      guard let sound = hit.line?.namedSound else { return }
      open.withLock { lesson in
        guard let (own, hits) = lesson, own == sound else { return }
        lesson = hits > 1 ? (own, hits - 1) : nil
      }
    default: break
    }
  }

  /// The command that ends the lesson; nil if it is over.
  var ending: EngineCommand? {
    open.withLock { lesson in
      lesson.map { .hearing(EngineCommand.Hearing(sound: $0.sound, learnHits: 0)) }
    }
  }
}
