// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Recording

/// Has a journal take down what is played, from the beginning or from any moment on. It remembers what each later one has to
/// be told.
///
/// One thread at a time uses it.
final class JournalDesk {
  /// Hits are told until so long after they begin: so many turns a journal stays open after its end.
  private static let turnsToClose = 4

  /// So much of what the player changed is remembered, notes from outside among it.
  private static let mostChanges = 1 << 17

  /// How the loop went, and what was struck.
  let history: PerformanceHistory
  /// What takes it down; nil where nothing does.
  private(set) var journal: (any PerformanceJournal)?
  /// Records what is played for a journal that began while it was played.
  private(set) var mix: Recorder?
  /// Brings the journal to the audio thread.
  let handover = Handover<JournalInput>()
  private var changes: [PerformanceChange] = []
  private var profiles: [(profile: Profile, number: Int?)] = []
  private var path: EchoPath?
  private var turnsToEnd: Int?
  /// The microphone was heard along with the drums at some time.
  private var hasMonitored: Bool
  /// Not all changes are remembered.
  private var isIncomplete = false
  private var closings: [JournalClosing] = []

  /// Begins with what takes the playing down from its beginning; nil for nothing so far.
  ///
  /// - Parameter hasMonitored: The microphone is heard along with the drums from the beginning.
  init(
    _ history: PerformanceHistory, _ journal: (any PerformanceJournal)?, hasMonitored: Bool
  ) {
    (self.history, self.journal, self.hasMonitored) = (history, journal, hasMonitored)
    if let journal { handover.give(journal.audioSide) }
  }

  /// A journal is being ended or closed.
  var isClosing: Bool { turnsToEnd != nil || !closings.isEmpty }

  /// All that records for it.
  var recorders: [Recorder] { [mix, journal?.microphone].compactMap(\.self) }

  /// Takes down how the drums were known to return when it began.
  func expectReturn(along path: EchoPath) {
    self.path = path
    journal?.expectReturn(along: path)
  }

  /// Takes down what the player changed.
  func append(_ change: PerformanceChange) {
    remember(change)
    journal?.append(change)
  }

  /// Takes down a note from outside.
  func append(_ note: EngineEvent.Note) {
    remember(PerformanceChange(note))
    journal?.append(note)
  }

  private func remember(_ change: PerformanceChange) {
    guard changes.count < Self.mostChanges else { return isIncomplete = true }
    changes.append(change)
    if let bus = change.mix?.bus, bus.bus == .microphone, bus[.gain] ?? 0 > 0 {
      hasMonitored = true
    }
  }

  /// Why a journal that begins now could not be played again bit for bit; nil where it can.
  var faultFromNow: String? {
    if hasMonitored { return "as the microphone was heard with the drums before it began" }
    return isIncomplete
      ? "as more had been changed before it began than is remembered" : history.faultFromNow
  }

  /// Takes down a hit.
  func append(_ hit: HitLine) { journal?.append(hit) }

  /// Keeps a profile of which a change is about to tell.
  func keep(_ profile: Profile, number: Int?) {
    profiles.append((profile, number))
    journal?.keep(profile, number: number)
  }

  /// Begins a journal while it is played, and tells it all that came before; `mix` records what is played.
  func begin(_ journal: any PerformanceJournal, mix: Recorder) {
    (self.journal, self.mix) = (journal, mix)
    if let path { journal.expectReturn(along: path) }
    for kept in profiles { journal.keep(kept.profile, number: kept.number) }
    for change in changes {
      if let note = change.note { journal.append(note) } else { journal.append(change) }
    }
    handover.give(journal.audioSide.recording(mix.input))
  }

  /// Lets the journal end. Hits that have begun are told to it before it is closed.
  func end() {
    handover.give(nil)
    turnsToEnd = Self.turnsToClose
  }

  /// Closes what has ended, with what came of it: once a turn.
  func close(_ outcome: @autoclosure () -> PerformanceOutcome?) {
    guard let turns = turnsToEnd, handover.isTaken else { return }
    turnsToEnd = turns - 1
    guard turns == 0, let closing = endedJournal(outcome()) else { return }
    if WorkThread({ closing.close() }) == nil { closing.close() }
  }

  /// The journal that is open, to be closed, and those that are being closed. Once nothing is played any more.
  func endedJournals(_ outcome: PerformanceOutcome?) -> [JournalClosing] {
    _ = endedJournal(outcome)
    return closings
  }

  private func endedJournal(_ outcome: PerformanceOutcome?) -> JournalClosing? {
    guard let journal, let outcome else { return nil }
    history.collect()
    let closing = JournalClosing(journal, mix: mix, history, outcome)
    closings.append(closing)
    (self.journal, mix, turnsToEnd) = (nil, nil, nil)
    return closing
  }

  /// A journal that was closed since the last call.
  func newlyClosed() -> JournalClosing? {
    guard let index = closings.firstIndex(where: { $0.result != nil }) else { return nil }
    return closings.remove(at: index)
  }
}
