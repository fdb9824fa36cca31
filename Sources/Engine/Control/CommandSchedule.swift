// SPDX-License-Identifier: GPL-3.0-or-later

/// Changes of the mix that wait for their frames.
struct CommandSchedule {
  /// A change, its output frame, and the track that it begins.
  struct Entry {
    let command: EngineCommand
    let frame: Int
    let start: BackingStart?
  }

  /// So many can wait.
  private static let capacity = 1024

  /// In the order of their frames, and those of one frame in the order in which they were asked for.
  private var waiting: [Entry] = []

  /// Lets a change wait; false where too many do.
  mutating func add(_ entry: Entry) -> Bool {
    guard waiting.count < Self.capacity else { return false }
    waiting.insert(entry, at: waiting.firstIndex { $0.frame > entry.frame } ?? waiting.count)
    return true
  }

  /// The next change whose frame comes before `frame`; nil for none.
  mutating func next(before frame: Int) -> Entry? {
    guard let first = waiting.first, first.frame < frame else { return nil }
    return waiting.removeFirst()
  }
}

extension EngineControl {
  /// A change is given to the mixer so long before its frame: more than two turns.
  private static let leadSeconds = 0.12

  /// What comes before this output frame is given to the mixer now.
  private var dueFrame: Int {
    let lead = Int(Self.leadSeconds * Double(live.performance.sampleRateHz))
    return live.performance.snapshot.frame + lead + live.loop.periodFrames
  }

  /// Lets a change of the mix wait for its frame, or says why it cannot be carried out.
  ///
  /// - Parameter start: The track of a command that begins one.
  mutating func schedule(
    _ command: EngineCommand, atFrame frame: Int, _ start: BackingStart?
  ) throws(EngineError) {
    let operation = "carry out '\(command.name)' at frame \(frame)"
    guard command.isMixChange else {
      throw EngineError(
        operation, reason: "only changes of the mix and of what is played along take one",
        advice: "leave it out; notes have a frame of their own")
    }
    try check(frame: frame, operation)
    try check(command)
    performScheduled()
    if frame < dueFrame {
      _ = try perform(command, atFrame: frame, start)
      return
    }
    guard schedule.add(CommandSchedule.Entry(command: command, frame: frame, start: start)) else {
      throw EngineError(
        operation, reason: "too many changes wait for their frames", advice: "send fewer at a time")
    }
  }

  /// Carries out what is due soon, and tells what has become impossible meanwhile.
  mutating func performScheduled() {
    while let due = schedule.next(before: dueFrame) {
      do throws(EngineError) {
        _ = try perform(due.command, atFrame: due.frame, due.start)
      } catch {
        events.publish(.failed(EngineEvent.Failed(due.command, atFrame: due.frame, error)))
      }
    }
  }
}

extension EngineCommand {
  /// It changes the mix, or what is played along, on a frame.
  var isMixChange: Bool {
    switch self {
    case .strip, .endSolo, .bus, .tempo, .startBacking, .stopBacking: true
    default: false
    }
  }
}
