// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// A change of the ears while they hear.
public struct HearingEvent: BitwiseCopyable, Sendable {
  /// The input frame that is heard first with the change; at once where that is past.
  public let frame: Int
  /// What changes.
  public let change: HearingChange

  /// A change at an input frame. Changes that are sent after each other come in order of their frames.
  @_noLocks public init(_ change: HearingChange, atFrame frame: Int) {
    (self.change, self.frame) = (change, frame)
  }
}

/// Changes of the ears on their way, carried out on their frames.
struct HearingEventQueue {
  private let coming: SPSCRing<HearingEvent>.Consumer?
  private var next: HearingEvent?
  /// Changes that came after their frames.
  private(set) var lateCount = 0

  init(_ coming: SPSCRing<HearingEvent>.Consumer?) { self.coming = coming }

  /// The input frame at which a change is due; `Int.max` where none has come.
  @_noLocks mutating func dueFrame() -> Int {
    if next == nil { next = coming?.pop() }
    return next?.frame ?? .max
  }

  /// Carries out what is due before the next frame that `hearing` hears; the frame at which more is due.
  @_noLocks mutating func carryOut(
    on hearing: inout HitTracker, _ answerDelay: inout AnswerDelay
  ) -> Int {
    while let event = next, event.frame <= hearing.frameCount {
      if event.frame < hearing.frameCount { lateCount &+= 1 }
      switch event.change {
      case .certainty(let certainty): answerDelay.certainty = certainty
      default: hearing.apply(event.change)
      }
      next = coming?.pop()
    }
    return next?.frame ?? .max
  }
}
