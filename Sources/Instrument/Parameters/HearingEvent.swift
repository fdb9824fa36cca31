// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// A change of the ears while they hear.
public struct HearingEvent: BitwiseCopyable, @unchecked Sendable {
  /// The change.
  public enum Content: BitwiseCopyable {
    /// How the player is heard.
    case change(HearingChange)
    /// Another profile's recogniser. Once it has taken over, the address holds the recogniser
    /// before it.
    case recogniser(SoundRecogniserPointer)
  }

  /// The first input frame that is heard with the change; at once if that is past.
  public let frame: Int
  /// The change.
  public let content: Content

  /// A change at an input frame. Changes that are sent after each other come in order of their
  /// frames.
  @_noLocks public init(_ content: Content, atFrame frame: Int) {
    (self.content, self.frame) = (content, frame)
  }
}

/// Changes of the ears on their way, carried out on their frames.
struct HearingEventQueue {
  private let coming: SPSCRing<HearingEvent>.Consumer?
  private var next: HearingEvent?
  /// Changes that came after their frames.
  private(set) var lateCount = 0

  init(_ coming: SPSCRing<HearingEvent>.Consumer?) { self.coming = coming }

  /// The input frame at which a change is due; `Int.max` if none has come.
  @_noLocks mutating func dueFrame() -> Int {
    if next == nil { next = coming?.pop() }
    return next?.frame ?? .max
  }

  /// A change that is due before input frame `frame` is heard, taken out of the queue; nil for
  /// none.
  @_noLocks mutating func removeDue(byFrame frame: Int) -> HearingEvent.Content? {
    guard let event = next, event.frame <= frame else { return nil }
    if event.frame < frame { lateCount &+= 1 }
    next = coming?.pop()
    return event.content
  }
}
