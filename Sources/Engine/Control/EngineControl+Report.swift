// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Latency
import Recording

/// The outcome.
extension EngineControl {
  /// The outcome of the session; nil if nothing of it was recorded.
  var outcome: PerformanceOutcome? {
    guard let status = (live.journals?.mix ?? live.recorder)?.status else { return nil }
    let snapshot = live.performance.snapshot
    let sessionHits = hits.suffix(min(Self.reportedHits, hitCount - sessionCounts.reported))
    let latency = budget.report(sessionHits).flatMap {
      $0.doubt == nil ? $0.medianMilliseconds : nil
    }
    let counts = sessionCounts
    var outcome = PerformanceOutcome(
      seconds: 0, hits: snapshot.hits - counts.hits, lateHits: snapshot.lateHits - counts.lateHits,
      pops: live.loop.statistics().pops - counts.pops,
      peakDecibels: counts.peak > 0 ? EngineEvent.decibels(amplitude: counts.peak) : nil,
      latencyMilliseconds: latency, lostFrames: 0, failure: nil,
      notReplayable: counts.notReplayable ?? whyNotReplayable(snapshot))
    outcome.add(status, sampleRateHz: live.loop.rateHz)
    return outcome
  }

  func whyNotReplayable(_ snapshot: Snapshot) -> String? {
    if live.performance.lostChanges > 0 {
      return "as changes came too fast"
    }
    if live.performance.hasLostObjects { return "as too much came at once" }
    if snapshot.leftOutStrokes > 0 { return "as more strokes waited than can" }
    if snapshot.lateMixChanges > 0 { return "as a change of the mix came too late" }
    if snapshot.lateHearingChanges > 0 { return "as a change of hearing came too late" }
    if live.performance.backingDropouts > 0 { return "as the disk was too slow for the backing" }
    if live.performance.isBackingAltered { return "as the file of the backing was changed" }
    return snapshot.lateTails > 0 ? "as the disk was too slow for all of its drums" : nil
  }

  private var latency: LatencyReport? { budget.report(hits.suffix(Self.reportedHits)) }

  /// Reports that a recording is closed.
  func reportClosed(_ recorder: Recorder) {
    events.publish(
      .recording(
        EngineEvent.Kept(
          .closed, path: recorder.path,
          detail: (recorder.status.failure ?? recorder.status.loss)?.reason)))
  }

  /// Reports that everything is closed, and returns the outcome.
  mutating func report() -> EngineReport {
    for recorder in recorders { reportClosed(recorder) }
    let sessions = reportClosedSessions()
    let snapshot = live.performance.snapshot
    return EngineReport(
      snapshot: snapshot, loop: live.loop.statistics(), load: load,
      unreportedHits: snapshot.unreportedHits + unreportedHits,
      backingDropouts: live.performance.backingDropouts,
      recordings: recordingReports.summary, latency: latency,
      measuredDevice: budget.expected.device,
      sessions: sessions)
  }
}
