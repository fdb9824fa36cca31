// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import ScorePlayer
import Scores
import Synchronization

/// A score that plays beside the player, and what it reports.
final class PlayedScore {
  private let folder: ScoreFolder
  private let text: String
  private let soundFont: String?
  private let log: PerformedLog
  private let reports = Reports()
  private var score: LiveScore?
  private var events: EventSubscription?
  private var failure: ScoreError?

  /// What the score's thread has reported, until it is taken.
  private final class Reports: Sendable {
    let waiting = Mutex<[LiveScore.Event]>([])
  }

  init(_ folder: ScoreFolder, text: String, soundFont: String?, log: PerformedLog) {
    (self.folder, self.text, self.soundFont, self.log) = (folder, text, soundFont, log)
  }

  /// Its first scripts run, before the engine starts.
  func begin(on engine: Engine, seed: UInt64) throws(CommandFailure) {
    events = engine.events.subscribe { event in
      switch event {
      case .meters, .load, .delay, .kitLoading: false
      default: true
      }
    }
    do throws(ScoreError) {
      score = try LiveScore(folder, text: text, seed: seed, on: engine, soundFont: soundFont) {
        [reports] event in reports.waiting.withLock { $0.append(event) }
      }
    } catch { throw CommandFailure(.brokenData, "\(error)") }
  }

  /// It goes on, with the engine.
  func start() throws(CommandFailure) {
    guard score?.start() == true else {
      throw CommandFailure(
        .unavailable, "cannot play the score: the system starts no more threads; end other programs"
      )
    }
  }

  /// Passes on what has happened.
  func update(say: (String) -> Void) {
    for event in events?.take().events ?? [] { log.report(.engine(event), say: say) }
    let reported = reports.waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for report in reported {
      switch report {
      case .done(let event):
        log.report(.score(event), say: say)
        if event.event == "score.stop" { say("the score has ended; you play on") }
      case .failed(let error):
        failure = error
        say("\(error)")
        say("the score has ended; you play on")
      }
    }
  }

  /// It plays no more, and its sounds are forgotten: the engine has stopped.
  func end() {
    score?.end()
    score = nil
  }

  /// Throws if it could not go on, or something could not be written.
  func check() throws {
    update(say: Terminal.report)
    try log.check()
    if let failure { throw CommandFailure(.brokenData, "\(failure)") }
  }
}
