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
  ///
  /// - Parameters:
  ///   - number: By which the history knows it.
  ///   - notReplayable: Why it cannot be played again bit for bit, as is known by now; nil where it can.
  func make(
    _ command: EngineCommand.Session, number: Int, notReplayable: String?
  ) throws(EngineError) -> BegunSession {
    var start = start
    (start.number, start.isFromBeginning, start.folder) = (number, false, command.folder)
    start.notReplayable = notReplayable
    do {
      guard let made = try journal?(start) else { throw EngineError.noSession(fault) }
      do {
        return BegunSession(
          journal: made,
          mix: try Recorder(
            made.mixFile, sampleRateHz: start.sampleRateHz, prepare: made.prepare))
      } catch {
        made.discard()
        throw error
      }
    } catch let error as EngineError {
      throw error
    } catch {
      throw EngineError("begin a session", reason: "\(error)", advice: "choose another folder")
    }
  }
}

/// A session whose files are there.
struct BegunSession {
  let journal: any PerformanceJournal
  /// Records what is played.
  let mix: Recorder

  /// Takes it away again.
  func discard() {
    mix.finish()
    journal.discard()
  }
}

/// What had been counted when a session began.
struct SessionCounts {
  var hits = 0
  var lateHits = 0
  var pops = 0
  /// Hits that were told.
  var told = 0
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
  /// What makes a session that is asked for, its number, and why it cannot be played again bit for bit; an error where none
  /// can begin.
  func sessionMaker() throws(EngineError) -> (SessionMaker, number: Int, notReplayable: String?) {
    let journals = try readyJournals()
    let fault = journals.faultFromNow ?? whyNotReplayable(live.performance.snapshot)
    return (sessions, journals.history.begin(), fault)
  }

  /// What has sessions taken down; an error where none can begin now.
  private func readyJournals() throws(EngineError) -> JournalDesk {
    if let fault = sessions.fault { throw EngineError.noSession(fault) }
    guard case .playing = phase, let journals = live.journals else {
      throw EngineError.noSession(("nothing is played", "ask while it plays"))
    }
    if let open = journals.journal {
      throw EngineError.noSession(
        journals.mix == nil
          ? ("'\(open.path)' is kept since the playing began", "it ends with the playing")
          : ("'\(open.path)' is being kept", "end that first"))
    }
    guard !journals.isClosing else {
      throw EngineError.noSession(("the one before is being closed", "ask again in a moment"))
    }
    return journals
  }

  /// Begins a session whose files are there; an error where another one was faster, or the playing has ended.
  mutating func begin(_ session: BegunSession) throws(EngineError) {
    let journals = try readyJournals()
    guard journals.history.number == session.journal.audioSide.number else {
      throw EngineError.noSession(("another one is only just beginning", "ask again in a moment"))
    }
    let snapshot = live.performance.snapshot
    sessionCounts = SessionCounts(
      hits: snapshot.hits, lateHits: snapshot.lateHits, pops: live.loop.statistics().pops,
      told: hitCount, notReplayable: journals.faultFromNow)
    journals.begin(session.journal, mix: session.mix)
    for recorder in [session.mix, session.journal.microphone] {
      news.add(recorder)
      events.publish(.recording(EngineEvent.Kept(.begun, path: recorder.path)))
    }
    events.publish(.session(EngineEvent.Kept(.begun, path: session.journal.path)))
  }

  /// Ends the session that is kept; it is closed a moment later.
  func endSession() throws(EngineError) {
    guard let journals = live.journals, journals.journal != nil, !journals.isClosing else {
      throw EngineError(
        "end the session", reason: "none is kept", advice: "there is nothing to end")
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
    // Those that are closed when it has ended are left for the report.
    if live.loop.isRunning { _ = tellClosedSessions() }
  }

  /// Tells of sessions that were closed since the last call.
  mutating func tellClosedSessions() -> [EngineReport.Session] {
    var sessions: [EngineReport.Session] = []
    while let closed = live.journals?.newlyClosed(), let result = closed.result {
      tellRecordings()
      for recorder in closed.recorders {
        news.forget(recorder)
        tellClosed(recorder)
      }
      let session = EngineReport.Session(path: closed.journal.path, notReplayable: result)
      sessions.append(session)
      events.publish(
        .session(EngineEvent.Kept(.closed, path: session.path, detail: session.fault)))
    }
    return sessions
  }
}
