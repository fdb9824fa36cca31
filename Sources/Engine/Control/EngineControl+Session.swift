// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// Makes sessions that begin while it plays.
struct SessionMaker: Sendable {
  private let start: JournalStart
  private let journal: (@Sendable (JournalStart) throws -> any PerformanceJournal)?
  private let recordsBacking: Bool

  /// Makes them as `setup` has it; `start` tells how the playing began.
  init(_ start: JournalStart, _ setup: EngineSetup) {
    self.start = start
    journal = setup.journal
    recordsBacking = setup.backing?.isRecorded ?? true
  }

  /// Why none can be made; nil where one can.
  var fault: (reason: String, advice: String)? {
    if journal == nil { return ("nothing here keeps sessions", "set up what keeps them") }
    return recordsBacking
      ? nil : ("the backing is not to be recorded", "let the session begin with the playing")
  }

  /// Makes the files of one, which takes as long as the disk does.
  func make(_ command: EngineCommand.Session, number: Int) throws(EngineError)
    -> any PerformanceJournal
  {
    var start = start
    (start.number, start.isFromBeginning, start.folder) = (number, false, command.folder)
    do {
      guard let made = try journal?(start) else { throw EngineError.noSession(fault) }
      return made
    } catch let error as EngineError {
      throw error
    } catch {
      throw EngineError(
        "begin a session", reason: "\(error)", advice: "choose another folder")
    }
  }
}

/// What had been counted when a session began.
struct SessionCounts {
  var hits = 0
  var lateHits = 0
  var pops = 0
  /// The highest since then, linear.
  var peak: Float = 0
  /// Why it cannot be played again bit for bit, as was known by then.
  var notReplayable: String?
}

extension EngineError {
  fileprivate static func noSession(_ fault: (reason: String, advice: String)?) -> EngineError {
    EngineError(
      "begin a session", reason: fault?.reason ?? "it cannot be kept",
      advice: fault?.advice ?? "ask again")
  }
}

/// Keeping sessions while it plays.
extension EngineControl {
  /// What makes a session that is asked for, and its number; an error where none can begin.
  func sessionMaker() throws(EngineError) -> (maker: SessionMaker, number: Int) {
    (sessions, try readyJournals().history.begin())
  }

  /// What has sessions taken down; an error where none can begin now.
  private func readyJournals() throws(EngineError) -> JournalDesk {
    if let fault = sessions.fault { throw EngineError.noSession(fault) }
    guard case .playing = phase, let journals = live.journals else {
      throw EngineError.noSession(("nothing is played", "ask while it plays"))
    }
    if let open = journals.journal {
      throw EngineError.noSession(("'\(open.path)' is being kept", "end that first"))
    }
    guard !journals.isClosing else {
      throw EngineError.noSession(("the one before is being closed", "ask again in a moment"))
    }
    return journals
  }

  /// Begins a session whose files are there.
  mutating func begin(_ journal: any PerformanceJournal) throws(EngineError) {
    let recorder: Recorder
    let journals: JournalDesk
    do {
      // Another thread may have been faster, or the playing have ended.
      journals = try readyJournals()
      guard journals.history.number == journal.audioSide.number else {
        throw EngineError.noSession(("another one is only just beginning", "ask again in a moment"))
      }
      recorder = try Recorder(
        journal.mixFile, sampleRateHz: live.loop.rateHz, prepare: journal.prepare)
    } catch {
      journal.discard()
      throw error as? EngineError
        ?? EngineError("begin a session", reason: "\(error)", advice: "choose another folder")
    }
    let snapshot = live.performance.snapshot
    sessionCounts = SessionCounts(
      hits: snapshot.hits, lateHits: snapshot.lateHits, pops: live.loop.statistics().pops)
    if live.performance.settings.monitorDecibels != nil || journals.hasMonitored {
      sessionCounts.notReplayable = "as the microphone was heard with the drums before it began"
    }
    journals.begin(journal, mix: recorder)
    news.add(recorder)
    news.add(journal.microphone)
    events.publish(.session(EngineEvent.Kept(.begun, path: journal.path)))
  }

  /// Ends the session that is kept; it is closed a moment later.
  func endSession() throws(EngineError) {
    guard let journals = live.journals, journals.journal != nil, !journals.isClosing else {
      throw EngineError("end the session", reason: "none is kept", advice: "begin one first")
    }
    guard journals.mix != nil else {
      throw EngineError(
        "end the session", reason: "it began with the playing", advice: "end the playing")
    }
    journals.end()
  }

  /// Looks after the session that is kept, and tells of those that were closed.
  mutating func takeSessions() {
    guard let journals = live.journals else { return }
    if let journal = journals.journal, let fault = journal.fault, fault != toldFault {
      toldFault = fault
      events.publish(.session(EngineEvent.Kept(.trouble, path: journal.path, detail: fault)))
    }
    journals.close(outcome)
    while let closed = journals.newlyClosed(), let result = closed.result {
      tellClosed(closed.journal, result)
    }
  }

  /// Tells what came of a session.
  func tellClosed(_ journal: any PerformanceJournal, _ result: Result<String?, any Error>) {
    let detail: String? =
      switch result {
      case .success(let reason): reason.map { "cannot be played again bit for bit, \($0)" }
      case .failure(let error): "\(error)"
      }
    events.publish(.session(EngineEvent.Kept(.closed, path: journal.path, detail: detail)))
  }
}
