// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Players' commands to an engine, and their required effects.
struct AskedCommands {
  /// How long after its frame a note may still be struck, while blocks are late.
  static let marginFrames = 2000

  /// Commands that were carried out.
  private(set) var done = 0
  /// Commands that were refused.
  private(set) var refused = 0
  /// The requested frame of each note.
  private var struck: [HitIdentity: Int] = [:]
  /// The requested frame of each note's end.
  private var ended: [HitIdentity: Int] = [:]
  private var chokes = 0
  private var silences = 0

  /// Takes in a command.
  ///
  /// - Parameters:
  ///   - note: The note that it strikes; nil for none.
  ///   - frame: The output frame of the command.
  mutating func take(_ command: EngineCommand, isDone: Bool, _ note: HitIdentity?, frame: Int) {
    guard isDone else {
      refused += 1
      return
    }
    done += 1
    switch command {
    case .noteOn(let asked): if let note { struck[note] = asked.frame ?? frame }
    case .noteOff(let asked): ended[asked.id] = asked.frame ?? frame
    case .choke: chokes += 1
    case .panic: silences += 1
    default: break
    }
  }

  /// The last requested frame.
  var lastFrame: Int { max(struck.values.max() ?? 0, ended.values.max() ?? 0) }

  /// Commands before an output frame that had no effect, and effects without a command, a sentence
  /// each.
  func faults(of watch: EventWatch, until frame: Int) -> [String] {
    var faults: [String] = []
    func expect(_ asked: [HitIdentity: Int], _ action: PlayedNote.Action) {
      for (id, askedFrame) in asked.sorted(by: { $0.value < $1.value })
      where askedFrame + Self.marginFrames < frame && watch.notes[id]?.contains(action) != true {
        faults.append("'\(action)' of the note \(id) was asked for, and did not come")
      }
    }
    expect(struck, .on)
    expect(ended, .off)
    for (id, actions) in watch.notes where id.source != .loop {
      let isUnasked =
        actions.contains(.on) && struck[id] == nil || actions.contains(.off) && ended[id] == nil
      if isUnasked { faults.append("the note \(id) came unasked") }
    }
    for (action, asked) in [(PlayedNote.Action.choke, chokes), (.silence, silences)] {
      let came = watch.notes.values.count { $0.contains(action) }
      if came < asked {
        faults.append("'\(action)' was asked for \(asked) times, and came \(came) times")
      }
    }
    return faults.sorted()
  }
}
