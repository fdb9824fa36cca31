// SPDX-License-Identifier: GPL-3.0-or-later

/// What the instrument is asked for so that a loop sounds.
public enum LoopRequest: Sendable, Equatable {
  /// A note begins on its frame, with an identity of its own.
  case on(LoopedNote, id: Int)
  /// A note ends on a frame. If that is not after its beginning, it is taken back.
  case off(id: Int, frame: Int)
}

/// Sends the notes of a loop ahead of their frames, and takes back those that are no longer due.
///
/// A ``Looper`` is a value. The one here stands at the last frame that is over; a copy of it runs ahead, and what differs from
/// what was sent before is sent or taken back. So a command, a hit that is revised or a note struck anew counts at once,
/// however far ahead notes are sent.
public struct LoopFeed: Sendable {
  /// A note that was sent, until nothing more can happen to it.
  private struct Sent {
    let note: LoopedNote
    let id: Int
    /// Its number in the looper; nil while that may still change.
    var number: Int?
    /// The end that was sent.
    var endFrame: Int?
  }

  private struct Waiting {
    let frame: Int
    let command: LoopCommand
  }

  /// The looper at the last frame that is over.
  public private(set) var looper: Looper
  /// Commands that wait for their frames, in order.
  private var waiting: [Waiting] = []
  private var sent: [Sent] = []
  private var count = 0

  /// No loop, or one of another clock that begins anew.
  public init(sampleRateHz: Int, _ before: Looper? = nil) {
    looper = before?.restarted(sampleRateHz: sampleRateHz) ?? Looper(sampleRateHz: sampleRateHz)
  }

  /// Changes what was played, by ``Looper/hear(_:)`` and its like.
  public mutating func change(_ change: (inout Looper) -> Void) { change(&looper) }

  /// Throws if a command would be refused at once, and changes nothing.
  public func check(_ command: LoopCommand) throws(LoopRefusal) {
    var looper = looper
    try looper.perform(command, atFrame: looper.frame)
  }

  /// Carries a command out on a frame: at once if it is over, else when it is reached. Throws if it is refused at once.
  public mutating func perform(_ command: LoopCommand, atFrame frame: Int) throws(LoopRefusal) {
    guard frame > looper.frame else { return try looper.perform(command, atFrame: frame) }
    try command.checkBounds()
    let place = waiting.firstIndex { $0.frame > frame } ?? waiting.count
    waiting.insert(Waiting(frame: frame, command: command), at: place)
  }

  /// Takes in that the output has reached `now`; returns what is to be sent so that all is there until `end`, and the
  /// commands that were refused on their frames.
  public mutating func turn(
    now: Int, sendingUntil end: Int
  ) -> (requests: [LoopRequest], refused: [(command: LoopCommand, refusal: LoopRefusal)]) {
    let before = looper.frame
    let over = Self.advance(&looper, to: now, waiting)
    waiting.removeAll { $0.frame <= now }
    var ahead = looper
    let next = Self.advance(&ahead, to: max(now, end), waiting)
    let events = over.events + next.events
    var requests = takenBack(from: events, since: before, now: now)
    for event in events {
      switch event {
      case .noteOn(let note, let number):
        if let place = sent.firstIndex(where: { $0.note == note }) {
          sent[place].number = number
        } else if note.frame >= now {
          // A note that comes too late would be heard as another one.
          count += 1
          sent.append(Sent(note: note, id: count, number: number))
          requests.append(.on(note, id: count))
        }
      case .noteOff(let number, let frame):
        guard let place = sent.firstIndex(where: { $0.number == number }),
          frame < sent[place].endFrame ?? .max
        else { continue }
        sent[place].endFrame = frame
        requests.append(.off(id: sent[place].id, frame: frame))
      }
    }
    sent.removeAll { $0.note.frame < now && ($0.note.endFrame == nil || $0.endFrame ?? .max < now) }
    return (requests, over.refused)
  }

  /// Ends notes that were sent and are not due any more since a frame: those that have not begun are taken back, held ones
  /// end at once.
  private mutating func takenBack(
    from events: [LoopEvent], since before: Int, now: Int
  ) -> [LoopRequest] {
    let due = events.compactMap { event -> LoopedNote? in
      if case .noteOn(let note, _) = event { note } else { nil }
    }
    var requests: [LoopRequest] = []
    var kept: [Sent] = []
    for var entry in sent {
      if entry.note.frame >= before {
        entry.number = nil
        let isHeld = entry.note.endFrame != nil
        if !due.contains(entry.note), isHeld || entry.note.frame >= now {
          requests.append(.off(id: entry.id, frame: max(now, entry.note.frame)))
          continue
        }
      }
      kept.append(entry)
    }
    sent = kept
    return requests
  }

  /// Brings a looper to a frame, with the commands that wait for frames until then.
  private static func advance(
    _ looper: inout Looper, to end: Int, _ waiting: [Waiting]
  ) -> (events: [LoopEvent], refused: [(command: LoopCommand, refusal: LoopRefusal)]) {
    var events: [LoopEvent] = []
    var refused: [(command: LoopCommand, refusal: LoopRefusal)] = []
    for entry in waiting where entry.frame <= end {
      events += looper.advance(to: entry.frame)
      do throws(LoopRefusal) {
        try looper.perform(entry.command, atFrame: entry.frame)
      } catch {
        refused.append((entry.command, error))
      }
    }
    return (events + looper.advance(to: end), refused)
  }
}
