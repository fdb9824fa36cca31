// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Synchronization

/// The lesson that a page has begun, as long as hits are still to teach its sound: it must not outlast the page.
final class PageLesson: Sendable {
  private let open = Mutex<(sound: String, hits: Int)?>(nil)

  /// Notes what the page had carried out.
  func note(_ command: EngineCommand) {
    guard case .hearing(let change) = command, let hits = change.learnHits else { return }
    open.withLock { $0 = change.sound.flatMap { hits > 0 ? ($0, hits) : nil } }
  }

  /// Notes what happened: a hit that was one of the lesson's, or a lesson that took its place.
  func note(_ event: EngineEvent) {
    switch event {
    case .hearing(let change) where change.learnHits != nil:
      open.withLock { if $0?.sound != change.sound { $0 = nil } }
    case .hit(let news):
      guard let sound = news.line?.namedSound else { return }
      open.withLock { lesson in
        guard let (own, hits) = lesson, own == sound else { return }
        lesson = hits > 1 ? (own, hits - 1) : nil
      }
    default: break
    }
  }

  /// What ends it; nil where no hit is to teach any more.
  var ending: EngineCommand? {
    open.withLock { lesson in
      lesson.map { .hearing(EngineCommand.Hearing(sound: $0.sound, learnHits: 0)) }
    }
  }
}
