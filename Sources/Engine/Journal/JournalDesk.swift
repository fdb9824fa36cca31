// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Realtime
import Synchronization

/// Has a journal take down what is played, from the beginning or from any moment on. It remembers what each later one has to
/// be told.
///
/// One thread at a time uses it.
final class JournalDesk {
  /// Hits are told until so long after they begin: so many turns a journal stays open after its end.
  private static let turnsToClose = 4

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
  private var closings: [JournalClosing] = []

  /// Begins with what takes the playing down from its beginning; nil for nothing so far.
  init(_ history: PerformanceHistory, _ journal: (any PerformanceJournal)?) {
    (self.history, self.journal) = (history, journal)
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
  func note(_ change: PerformanceChange) {
    changes.append(change)
    journal?.note(change)
  }

  /// Takes down a note from outside.
  func note(_ note: EngineEvent.Note) {
    changes.append(PerformanceChange(note))
    journal?.note(note)
  }

  /// Takes down a hit.
  func note(_ hit: HitLine) { journal?.note(hit) }

  /// Keeps a profile of which a change is about to tell.
  func keep(_ profile: Profile, number: Int?) {
    profiles.append((profile, number))
    journal?.keep(profile, number: number)
  }

  /// The microphone was heard along with the drums at some time.
  var hasMonitored: Bool {
    changes.contains { $0.mix?.bus == .microphone && $0.mix?.gain ?? 0 > 0 }
  }

  /// Begins a journal while it is played, and tells it all that came before; `mix` records what is played.
  func begin(_ journal: any PerformanceJournal, mix: Recorder) {
    (self.journal, self.mix) = (journal, mix)
    if let path { journal.expectReturn(along: path) }
    for kept in profiles { journal.keep(kept.profile, number: kept.number) }
    for change in changes {
      if let note = change.note { journal.note(note) } else { journal.note(change) }
    }
    handover.give(journal.audioSide.recording(mix.input))
  }

  /// Lets the journal end. Hits that have begun are told to it before it is closed.
  func end() {
    handover.give(nil)
    turnsToEnd = Self.turnsToClose
  }

  /// Closes what can be closed, with what came of it: once a turn.
  func close(_ outcome: @autoclosure () -> PerformanceOutcome?) {
    guard let turns = turnsToEnd, handover.isTaken else { return }
    turnsToEnd = turns - 1
    guard turns == 0, let journal, let outcome = outcome() else { return }
    history.collect()
    turnsToEnd = nil
    let closing = JournalClosing(journal, mix: mix, outcome)
    (self.journal, mix) = (nil, nil)
    closings.append(closing)
    if WorkThread({ closing.run() }) == nil { closing.run() }
  }

  /// A journal that was closed since the last call.
  func newlyClosed() -> JournalClosing? {
    guard let index = closings.firstIndex(where: { $0.result != nil }) else { return nil }
    return closings.remove(at: index)
  }

  /// Those that a thread of their own closes.
  var underway: [JournalClosing] { closings }
}

/// A journal that a thread of its own closes.
final class JournalClosing: Sendable {
  let journal: any PerformanceJournal
  private let mix: Recorder?
  private let outcome: PerformanceOutcome
  private let ended = Mutex<Result<String?, any Error>?>(nil)

  /// `mix` recorded what was played; nil where something else did.
  init(_ journal: any PerformanceJournal, mix: Recorder?, _ outcome: PerformanceOutcome) {
    (self.journal, self.mix, self.outcome) = (journal, mix, outcome)
  }

  /// Why it cannot be played again bit for bit, or what failed; nil as long as it is not closed.
  var result: Result<String?, any Error>? { ended.withLock { $0 } }

  /// Closes it, or waits until it is closed.
  func run() {
    ended.withLock { ended in
      guard ended == nil else { return }
      var outcome = outcome
      if let mix {
        let status = mix.finish()
        outcome.note(status, sampleRateHz: mix.sampleRateHz)
      }
      ended = Result { try journal.finish(outcome) }
    }
  }
}

extension PerformanceOutcome {
  /// Takes down what was recorded of what was played.
  mutating func note(_ status: RecordingStatus, sampleRateHz: Int) {
    seconds = Double(status.frameCount) / Double(sampleRateHz)
    lostFrames = status.lostFrameCount
    failure = status.failure?.reason
  }
}
