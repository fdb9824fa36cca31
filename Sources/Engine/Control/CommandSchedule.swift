// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Commands that wait for their frames.
struct CommandSchedule {
  /// A command, its output frame, and the prepared command.
  struct Entry {
    let command: EngineCommand
    let frame: Int
    let prepared: any PreparedCommand
  }

  /// How many can wait.
  private static let capacity = 1024

  /// Sorted by frame; commands of one frame keep the order in which they were sent.
  private var waiting: [Entry] = []

  /// Lets a command wait; false if too many do.
  mutating func add(_ entry: Entry) -> Bool {
    guard waiting.count < Self.capacity else { return false }
    waiting.insert(entry, at: waiting.firstIndex { $0.frame > entry.frame } ?? waiting.count)
    return true
  }

  /// The next command that is due, taken out of the queue; nil for none.
  mutating func next(_ due: DueFrames) -> Entry? {
    waiting.firstIndex { $0.frame < due.frame(of: $0.command) }.map { waiting.remove(at: $0) }
  }

  /// The first frame that a command waits for; nil for none.
  var nextReachedFrame: Int? { waiting.first { $0.command.timing == .reached }?.frame }

  /// Removes everything that was prepared for waiting commands: playing has ended.
  mutating func discard() {
    for entry in waiting { entry.prepared.discard() }
    waiting = []
  }
}

/// Commands before these output frames are due.
struct DueFrames {
  /// Of commands that are sent ahead.
  let ahead: Int
  /// Of those that change how the player is heard.
  let heard: Int
  /// Of commands that wait until their frame is reached.
  let reached: Int

  /// That of a command.
  func frame(of command: EngineCommand) -> Int {
    switch command.timing {
    case .ahead: ahead
    case .heard: heard
    case .reached, .never: reached
    case .atOnce: .max
    }
  }
}

extension EngineControl {
  /// A command that is sent ahead leaves this long before its frame: more than two turns.
  private static let leadSeconds = 0.12
  /// The same for a change of hearing: on a busy machine, a turn and the making of a profile's ears
  /// may take long.
  private static let hearingLeadSeconds = HearingSettings.leadSeconds + 0.4

  private var dueFrames: DueFrames {
    let now = live.performance.snapshot.frame
    func ahead(seconds: Double) -> Int {
      now + Int(seconds * Double(live.performance.sampleRateHz)) + live.loop.periodFrames
    }
    return DueFrames(
      ahead: ahead(seconds: Self.leadSeconds), heard: ahead(seconds: Self.hearingLeadSeconds),
      reached: now + Instrument.outputLatencyFrames + 1)
  }

  /// How long until the first command or kit reaches its frame, in nanoseconds; nil if none waits.
  var nanosecondsToNext: Int64? {
    let frames = [schedule.nextReachedFrame, kits.nextFrame].compactMap(\.self)
    guard let frame = frames.min() else { return nil }
    let left = frame - Instrument.outputLatencyFrames - live.performance.snapshot.frame
    let seconds = Double(left) / Double(live.performance.sampleRateHz)
    return max(1_000_000, Int64(1e9 * seconds))
  }

  /// Lets a command wait for its frame, or says why it cannot be carried out.
  mutating func schedule(
    _ command: EngineCommand, atFrame frame: Int, _ prepared: any PreparedCommand
  ) throws(EngineError) {
    let operation = "carry out '\(command.name)' at frame \(frame)"
    try check(frame: frame, operation)
    try check(command)
    performScheduled()
    if frame < dueFrames.frame(of: command) {
      return try perform(command, atFrame: frame, prepared)
    }
    let entry = CommandSchedule.Entry(command: command, frame: frame, prepared: prepared)
    guard schedule.add(entry) else {
      throw EngineError(
        operation, reason: "too many commands wait for their frames", advice: "send fewer at a time"
      )
    }
  }

  /// Carries out due commands, and reports those that have become impossible.
  mutating func performScheduled() {
    while let due = schedule.next(dueFrames) {
      do throws(EngineError) {
        try perform(due.command, atFrame: due.frame, due.prepared)
      } catch {
        due.prepared.discard()
        events.publish(.failed(EngineEvent.Failed(due.command, atFrame: due.frame, error)))
      }
    }
  }
}

extension EngineCommand {
  /// How a command treats a given frame.
  enum Timing: Equatable {
    /// It is sent ahead, and takes place on that frame.
    case ahead
    /// It is sent ahead, and applies to input that is heard while that frame is made.
    case heard
    /// It is carried out once that frame has been reached: from one of the next blocks on.
    case reached
    /// It is carried out at once, and waits for that frame by itself.
    case atOnce
    /// It cannot have a frame, for this reason.
    case never(String)
  }

  /// How it treats a given frame.
  var timing: Timing { type(of: body).timing }

  /// An error if it cannot be carried out on a frame.
  func checkTakesFrame(_ frame: Int) throws(EngineError) {
    guard case .never(let reason) = timing else { return }
    throw EngineError(
      "carry out '\(name)' at frame \(frame)", reason: reason, advice: "leave the frame out")
  }
}
