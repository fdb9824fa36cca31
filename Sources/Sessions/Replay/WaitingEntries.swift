// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Commands of a journal that wait to be carried out again, without what the objects of a score do.
///
/// They keep their order, with two exceptions: drums take over with the call that played them
/// first, and changes of hearing did not wait for them; and a command that took effect between two
/// calls waits for nothing.
struct WaitingEntries {
  /// The position of replay before a call.
  struct Moment {
    /// Input frames that are heard by the end of the call.
    let inputFrame: Int
    /// Input frames that were heard before it.
    let heardFrame: Int
    /// Output frames that were played before it.
    let outputFrame: Int
    /// Other drums that have come by the end of the call.
    let arrivedDrums: Int
  }

  private let leadFrames: Int
  private var entries: ArraySlice<JournalEntry>
  private var pauses: ArraySlice<JournalEntry>
  private var takenDrums = 0

  /// The commands of a journal.
  ///
  /// - Parameter leadFrames: How long before their frames they are sent.
  init(_ journal: [JournalEntry], leadFrames: Int) {
    self.leadFrames = leadFrames
    let commands = journal.filter { $0.moment != nil && $0.command(ObjectChange.self) == nil }
    func isPause(_ entry: JournalEntry) -> Bool {
      if case .pause? = entry.moment { true } else { false }
    }
    entries = commands.filter { !isPause($0) }[...]
    pauses = commands.filter(isPause)[...]
  }

  /// The next command that is due, no longer waiting; nil for none.
  mutating func next(_ now: Moment) -> JournalEntry? {
    if case .pause(let mixFrame, let inputFrame)? = pauses.first?.moment,
      now.outputFrame >= mixFrame, now.heardFrame >= inputFrame
    {
      return pauses.popFirst()
    }
    guard let place = dueEntry(now) else { return nil }
    if case .drums? = entries[place].moment { takenDrums += 1 }
    // A slice is made shorter without a copy.
    return place == entries.startIndex ? entries.popFirst() : entries.remove(at: place)
  }

  /// The place of the first that is due and does not wait for another one; nil for none.
  private func dueEntry(_ now: Moment) -> Int? {
    var areDrumsAwaited = false
    for place in entries.indices {
      switch entries[place].moment {
      case .drums?:
        if !areDrumsAwaited, takenDrums < now.arrivedDrums { return place }
        areDrumsAwaited = true
      case .mix(let frame)?:
        if areDrumsAwaited { continue }
        return frame < now.outputFrame + leadFrames ? place : nil
      case .input(let frame)?:
        return frame < now.inputFrame + leadFrames ? place : nil
      case .pause?, nil: continue
      }
    }
    return nil
  }
}
