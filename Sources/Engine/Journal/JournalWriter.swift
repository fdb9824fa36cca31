// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Recording

/// Subscribes to a performance. It writes the playing to a journal, from the beginning or from any
/// moment on, and publishes changes as events. It remembers everything that a later journal needs.
///
/// One thread at a time uses it.
public final class JournalWriter {
  /// Hits are still reported this long after they begin: a journal stays open for this many turns
  /// after its end.
  private static let turnsToClose = 4

  /// How many entries are remembered.
  private static let mostEntries = 1 << 17

  /// So many samples of sounds are remembered: 256 MiB.
  private static let mostSoundSamples = 1 << 26

  /// The calls of the loop, and the strokes.
  let history: PerformanceHistory
  /// The current journal; nil for none.
  private(set) var journal: (any PerformanceJournal)?
  /// Records the playing for a journal that began later.
  private(set) var mix: Recorder?
  /// Brings the journal to the audio thread.
  let handover = Handover<JournalInput>()
  private let events: EventHub?
  private var entries: [JournalEntry] = []
  /// The sounds that they need.
  private var soundNumbers: Set<Int> = []
  private var soundSamples = 0
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
  ///   - events: Publishes changes; nil for no subscribers.
  ///   - hasMonitored: The microphone is heard along with the drums from the beginning.
  package init(
    _ history: PerformanceHistory, to events: EventHub? = nil, hasMonitored: Bool = false
  ) {
    (self.history, self.events, self.hasMonitored) = (history, events, hasMonitored)
  }

  /// Takes a change or a note: for later journals, for the current one, for subscribers.
  package func take(_ entry: JournalEntry, of performance: Performance) {
    remember(entry)
    if performance.strip(of: .microphone).gain > 0 { hasMonitored = true }
    journal?.append(entry)
    if let event = entry.event(of: performance) { events?.publish(event) }
  }

  private func remember(_ entry: JournalEntry) {
    guard entries.count < Self.mostEntries else { return isIncomplete = true }
    guard let change = entry.command(ObjectChange.self), let sound = change.kept else {
      return entries.append(entry)
    }
    if let number = change.sound, soundNumbers.insert(number).inserted {
      soundSamples += sound.sampleCount
    }
    if soundSamples > Self.mostSoundSamples, !isIncomplete {
      isIncomplete = true
      entries.removeAll { $0.command(ObjectChange.self)?.kept != nil }
    }
    if !isIncomplete { entries.append(entry) }
  }

  /// A journal is being ended or closed.
  var isClosing: Bool { turnsToEnd != nil || !closings.isEmpty }

  /// All its recorders.
  var recorders: [Recorder] { [mix, journal?.microphone].compactMap(\.self) }

  /// Why a journal that begins now could not be played again bit for bit; nil if it can.
  var faultFromNow: String? {
    if hasMonitored { return "as the microphone was heard with the drums before it began" }
    return isIncomplete
      ? "as more had been changed before it began than is remembered" : history.faultFromNow
  }

  /// Writes down a hit.
  func append(_ hit: HitLine) { journal?.append(hit) }

  /// Keeps a profile; a change that names it follows.
  func keep(_ profile: Profile, number: Int?) {
    profiles.append((profile, number))
    journal?.keep(profile, number: number)
  }

  /// Begins a journal, and gives it everything so far; `mix` records the playing, nil if another
  /// recorder does.
  package func begin(_ journal: any PerformanceJournal, mix: Recorder? = nil) {
    (self.journal, self.mix) = (journal, mix)
    for kept in profiles { journal.keep(kept.profile, number: kept.number) }
    for entry in entries { journal.append(entry) }
    let input = journal.audioSide
    handover.give(mix.map { input.recording($0.input) } ?? input)
  }

  /// Ends the journal. It still receives hits that have begun before it is closed.
  func end() {
    handover.give(nil)
    turnsToEnd = Self.turnsToClose
  }

  /// Closes ended journals with the outcome: once a turn.
  func close(_ outcome: @autoclosure () -> PerformanceOutcome?) {
    guard let turns = turnsToEnd, handover.isTaken else { return }
    turnsToEnd = turns - 1
    guard turns == 0, let closing = endedJournal(outcome()) else { return }
    if WorkThread({ closing.close() }) == nil { closing.close() }
  }

  /// The open journal, to be closed, and those being closed. Once playing has ended.
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
