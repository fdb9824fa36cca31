// SPDX-License-Identifier: GPL-3.0-or-later

/// What the instrument is asked for so that a loop sounds.
public enum LoopRequest: Sendable, Equatable {
  /// A note begins on its frame, with an identity of its own.
  case on(LoopedNote, id: Int)
  /// A sound of the microphone begins, or comes in, with an identity of its own.
  case lay(LoopedSound, id: Int)
  /// A note ends on a frame. If that is not after its beginning, it is taken back.
  case off(id: Int, frame: Int)
  /// A sound of the microphone ends on a frame; so too.
  case end(id: Int, frame: Int)
}

/// Sends the notes and sounds of a loop ahead of their frames, and takes back those that are no longer due.
///
/// A ``Looper`` is a value. The one here stands at the last frame that is over; a copy of it runs ahead, and what differs from
/// what was sent before is sent or taken back. So a command, a hit that is revised or a note struck anew counts at once,
/// however far ahead notes are sent.
public struct LoopFeed: Sendable {
  /// What is sent.
  private enum Part: Equatable {
    case note(LoopedNote)
    case sound(LoopedSound)

    var frame: Int {
      switch self {
      case .note(let note): note.frame
      case .sound(let sound): sound.frame
      }
    }

    /// Where it ends at the latest; nil for what fades by itself.
    var endFrame: Int? {
      switch self {
      case .note(let note): note.endFrame
      case .sound(let sound): sound.endFrame
      }
    }

    func begin(id: Int) -> LoopRequest {
      switch self {
      case .note(let note): .on(note, id: id)
      case .sound(let sound): .lay(sound, id: id)
      }
    }

    func end(id: Int, atFrame frame: Int) -> LoopRequest {
      switch self {
      case .note: .off(id: id, frame: frame)
      case .sound: .end(id: id, frame: frame)
      }
    }

    /// It may still begin: a note that comes too late would be heard as another one, a sound comes in.
    func canBegin(now: Int) -> Bool {
      switch self {
      case .note(let note): note.frame >= now
      case .sound(let sound): sound.endFrame > now
      }
    }
  }

  /// A note or a sound that was sent, until nothing more can happen to it.
  private struct Sent {
    let part: Part
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
      case .noteOn(let note, let number): begin(.note(note), number, now: now, &requests)
      case .soundOn(let sound, let number): begin(.sound(sound), number, now: now, &requests)
      case .off(let number, let frame):
        guard let place = sent.firstIndex(where: { $0.number == number }),
          frame < sent[place].endFrame ?? .max
        else { continue }
        sent[place].endFrame = frame
        requests.append(sent[place].part.end(id: sent[place].id, atFrame: frame))
      }
    }
    sent.removeAll { entry in
      guard entry.part.frame < now else { return false }
      if case .sound(let sound) = entry.part { return sound.endFrame <= now }
      return entry.part.endFrame == nil || entry.endFrame ?? .max < now
    }
    return (requests, over.refused)
  }

  /// Sends what was not sent before.
  private mutating func begin(
    _ part: Part, _ number: Int, now: Int, _ requests: inout [LoopRequest]
  ) {
    if let place = sent.firstIndex(where: { $0.part == part }) {
      sent[place].number = number
    } else if part.canBegin(now: now) {
      count += 1
      sent.append(Sent(part: part, id: count, number: number))
      requests.append(part.begin(id: count))
    }
  }

  /// Ends notes that were sent and are not due any more since a frame: those that have not begun are taken back, held ones
  /// end at once.
  private mutating func takenBack(
    from events: [LoopEvent], since before: Int, now: Int
  ) -> [LoopRequest] {
    let due = events.compactMap { event -> Part? in
      switch event {
      case .noteOn(let note, _): .note(note)
      case .soundOn(let sound, _): .sound(sound)
      case .off: nil
      }
    }
    var requests: [LoopRequest] = []
    var kept: [Sent] = []
    for var entry in sent {
      let part = entry.part
      if part.frame >= before {
        entry.number = nil
        let isHeld = part.endFrame != nil
        if !due.contains(part), isHeld || part.frame >= now {
          let end = max(now, part.frame)
          if end < entry.endFrame ?? .max { requests.append(part.end(id: entry.id, atFrame: end)) }
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
