// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Recording

/// Subscribes to a performance. It has a journal take down what is played, from the beginning or
/// from any moment on, and publishes what changes as events. It remembers what a journal needs that
/// begins later.
///
/// One thread at a time uses it.
public final class JournalWriter {
  /// Hits are told until so long after they begin: so many turns a journal stays open after its
  /// end.
  private static let turnsToClose = 4

  /// So many entries are remembered.
  private static let mostEntries = 1 << 17

  /// How the loop went, and what was struck.
  let history: PerformanceHistory
  /// What takes it down; nil if nothing does.
  private(set) var journal: (any PerformanceJournal)?
  /// Records what is played for a journal that began while it was played.
  private(set) var mix: Recorder?
  /// Brings the journal to the audio thread.
  let handover = Handover<JournalInput>()
  private let events: EventHub?
  private var entries: [JournalEntry] = []
  private var profiles: [(profile: Profile, number: Int?)] = []
  private var turnsToEnd: Int?
  /// The microphone was heard along with the drums at some time.
  private var hasMonitored: Bool
  /// Not all entries are remembered.
  private var isIncomplete = false
  private var closings: [JournalClosing] = []

  /// Begins without a journal.
  ///
  /// - Parameters:
  ///   - events: Publishes what changes; nil if nobody listens.
  ///   - hasMonitored: The microphone is heard along with the drums from the beginning.
  package init(
    _ history: PerformanceHistory, to events: EventHub? = nil, hasMonitored: Bool = false
  ) {
    (self.history, self.events, self.hasMonitored) = (history, events, hasMonitored)
  }

  /// Takes what changed, or a note that was played: for journals to come, for the one that is open,
  /// for those who listen.
  package func take(_ entry: JournalEntry, of performance: Performance) {
    remember(entry)
    if performance.strip(of: .microphone).gain > 0 { hasMonitored = true }
    journal?.append(entry)
    if let event = entry.event(of: performance) { events?.publish(event) }
  }

  private func remember(_ entry: JournalEntry) {
    guard entries.count < Self.mostEntries else { return isIncomplete = true }
    entries.append(entry)
  }

  /// A journal is being ended or closed.
  var isClosing: Bool { turnsToEnd != nil || !closings.isEmpty }

  /// All that records for it.
  var recorders: [Recorder] { [mix, journal?.microphone].compactMap(\.self) }

  /// Why a journal that begins now could not be played again bit for bit; nil if it can.
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

  /// Begins a journal, and hands it all that came before; `mix` records what is played, nil if
  /// something else does.
  package func begin(_ journal: any PerformanceJournal, mix: Recorder? = nil) {
    (self.journal, self.mix) = (journal, mix)
    for kept in profiles { journal.keep(kept.profile, number: kept.number) }
    for entry in entries { journal.append(entry) }
    let input = journal.audioSide
    handover.give(mix.map { input.recording($0.input) } ?? input)
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

  /// The journal that is open, to be closed, and those that are being closed. Once nothing is
  /// played any more.
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
