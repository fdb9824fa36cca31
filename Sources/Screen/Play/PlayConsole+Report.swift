// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Reports

/// The outcome, once the playing is over.
extension PlayConsole {
  /// Reports the outcome: hits, pops, the recording, the delay.
  package mutating func finish(_ report: EngineReport) throws {
    reported = Set(report.sessions.map(\.path))
    try reportEvents()
    Terminal.clear()
    let snapshot = report.snapshot
    levels.update(snapshot)
    if let text = pops.rest() { Terminal.report(text) }
    if snapshot.lateTails > 0 {
      Terminal.report(
        "\(snapshot.lateTails) drums were cut short: the disk was too slow; give more by --sample-memory"
      )
    }
    if let text = BackingText.dropouts(report.backingDropouts) { Terminal.report(text) }
    Terminal.report(summary(report))
    if let hearing = engine.state.hearing, let text = tally.text(hearing) { Terminal.report(text) }
    if output.verbose { figures(report).forEach(Terminal.reportBlock) }
    report.recordings.forEach(Terminal.report)
    var failure: (any Error)?
    for session in report.sessions {
      if case .failure(let error) = session.notReplayable, failure == nil {
        failure = error
      } else {
        Terminal.report(Self.text(session: session.path, fault: session.fault))
      }
    }
    if let failure { throw failure }
  }

  /// "12 hits (1 late), 0 pops, 6.5 ms from tap to sound".
  private func summary(_ report: EngineReport) -> String {
    let snapshot = report.snapshot
    let late = snapshot.lateHits > 0 ? " (\(snapshot.lateHits) late)" : ""
    let standIns =
      snapshot.standInHits > 0
      ? " (\(snapshot.standInHits) by the nearest sounds while a kit was loading)" : ""
    let unlistedCount = max(0, snapshot.hits - listedHits)
    let unlisted =
      unlistedCount > 0 ? " (\(unlistedCount) not listed: output was read too slowly)" : ""
    let delay =
      report.latency.map {
        $0.doubt == nil ? ", \($0.medianMilliseconds.text(places: 1)) ms from tap to sound" : ""
      } ?? ""
    return CountText.of(snapshot.hits, "hit") + late + standIns + unlisted
      + ", " + CountText.of(report.loop.pops, "pop") + delay
  }

  /// Further figures, a line or several each.
  private func figures(_ report: EngineReport) -> [String] {
    let loop = report.loop
    let blocks =
      "longest block \(milliseconds(loop.worstBlockNanoseconds)) of \(milliseconds(loop.periodNanoseconds)) ms, "
      + "mean \(milliseconds(loop.meanBlockNanoseconds))"
    let latency = report.latency.map {
      LatencyText(report: $0, isFromHeardOnsets: true, device: report.measuredDevice).description
    }
    return [
      levels.summary(report.snapshot), returning.text(report.snapshot), blocks,
      LoadText.summary(report.load, unreportedBlocks: loop.unreportedBlocks), latency,
    ].compactMap(\.self)
  }

  /// "session kept: flam replay '/home/me/Music/Flam/2026-03-01 17.45.09' again.wav plays it
  /// again".
  package static func text(session: String, fault: String?) -> String {
    fault.map { "session kept in '\(session)': it \($0)" }
      ?? "session kept: flam replay '\(session)' again.wav plays it again"
  }

  private func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }
}
