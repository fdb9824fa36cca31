// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The counts when a session began.
struct SessionCounts {
  var hits = 0
  var lateHits = 0
  var pops = 0
  /// Reported hits.
  var reported = 0
  /// The highest since then, linear.
  var peak: Float = 0
  /// Why it cannot be played again bit for bit, as far as known when it began.
  var notReplayable: String?
}

/// Keeping sessions while it plays.
extension EngineControl {
  /// Looks after the session in progress, and reports closed ones.
  mutating func takeSessions() {
    guard let journals = live.journals else { return }
    if let journal = journals.journal, let fault = journal.fault, fault != reportedFault {
      reportedFault = fault
      events.publish(.session(EngineEvent.Kept(.trouble, path: journal.path, detail: fault)))
    }
    if let mix = journals.mix, !journals.isClosing,
      let reason = sessionLength.reasonToEnd(mix), let path = journals.journal?.path
    {
      endSession(journals)
      events.publish(
        .session(
          EngineEvent.Kept(
            .trouble, path: path,
            detail: "the session '\(path)' has ended, and is whole: \(reason)")))
    }
    journals.close(outcome)
    // Sessions that are closed at the end are left for the report.
    if live.loop.isRunning { _ = reportClosedSessions() }
  }

  /// Ends the session in progress; its loop is written beside its files.
  mutating func endSession(_ journals: JournalWriter) {
    saveSessionLoop()
    journals.end()
  }

  /// Reports sessions that were closed since the last call.
  mutating func reportClosedSessions() -> [EngineReport.Session] {
    var sessions: [EngineReport.Session] = []
    while let closed = live.journals?.newlyClosed(), let result = closed.result {
      reportRecordings()
      for recorder in closed.recorders {
        recordingReports.forget(recorder)
        reportClosed(recorder)
      }
      let session = EngineReport.Session(path: closed.journal.path, notReplayable: result)
      sessions.append(session)
      events.publish(
        .session(EngineEvent.Kept(.closed, path: session.path, detail: session.fault)))
    }
    return sessions
  }
}
