// SPDX-License-Identifier: GPL-3.0-or-later
import Recording
import Synchronization

/// A journal that has ended and is being closed, which takes as long as the disk does.
final class JournalClosing: Sendable {
  /// The journal.
  let journal: any PerformanceJournal
  private let mix: Recorder?
  private let history: PerformanceHistory
  private let outcome: PerformanceOutcome
  /// Held while it is closed.
  private let isClosed = Mutex(false)
  private let ended = Mutex<Result<String?, any Error>?>(nil)

  /// `mix` recorded the playing; nil if another recorder did.
  init(
    _ journal: any PerformanceJournal, mix: Recorder?, _ history: PerformanceHistory,
    _ outcome: PerformanceOutcome
  ) {
    (self.journal, self.mix, self.history, self.outcome) = (journal, mix, history, outcome)
  }

  /// The recorders that served only this journal.
  var recorders: [Recorder] { [mix, journal.microphone].compactMap(\.self) }

  /// Why it cannot be played again bit for bit, or what failed; nil until it is closed. Never
  /// waits.
  var result: Result<String?, any Error>? { ended.withLock { $0 } }

  /// Closes it, or waits until it is closed; returns the outcome.
  @discardableResult func close() -> Result<String?, any Error> {
    isClosed.withLock { isClosed in
      if isClosed, let result { return result }
      isClosed = true
      let result = end(Result { try finish() })
      history.end(journal.audioSide.number)
      return result
    }
  }

  private func finish() throws -> String? {
    var outcome = outcome
    let status = mix?.finish()
    if let mix, let status { outcome.add(status, sampleRateHz: mix.sampleRateHz) }
    let reason = try journal.finish(outcome)
    if let failure = status?.failure ?? status?.loss { throw failure }
    return reason
  }

  /// No longer waits for it.
  func abandon(_ error: any Error) { end(.failure(error)) }

  /// The first result counts.
  @discardableResult private func end(_ result: Result<String?, any Error>) -> Result<
    String?, any Error
  > {
    ended.withLock { ended in
      let reported = ended ?? result
      ended = reported
      return reported
    }
  }
}

extension PerformanceOutcome {
  /// Writes down the state of the playing's recording.
  mutating func add(_ status: RecordingStatus, sampleRateHz: Int) {
    seconds = Double(status.frameCount) / Double(sampleRateHz)
    lostFrames = status.lostFrameCount
    failure = status.failure?.reason
  }
}
