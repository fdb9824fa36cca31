// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

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

/// Keeping sessions while it plays.
extension EngineControl {
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
