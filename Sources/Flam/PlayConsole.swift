// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Latency
import Sessions

/// What a person sees while playing: hits as they come, levels, pops; and at the end what came of it.
struct PlayConsole {
  /// The report at the end is about the last hits, so that a long session takes no more memory than a short one.
  private static let reportedHits = 1000

  private let live: LivePerformance
  private let takeRateHz: Int?
  private let json: Bool
  private var hits: [HitLine] = []
  private var toldPops = 0
  private var isFailureTold = false
  private var returning = ReturnText()

  /// - Parameters:
  ///   - takeRateHz: The rate in whose frames hits are told; nil for that of the loop.
  ///   - monitorDecibels: The gain that was asked for the microphone.
  init(_ live: LivePerformance, takeRateHz: Int?, monitorDecibels: Float?, json: Bool) {
    returning.wantedMonitorDecibels = monitorDecibels
    returning.isReturnTold = live.sweep != nil
    self.live = live
    self.takeRateHz = takeRateHz
    self.json = json
  }

  /// Tells what is new; to be called some twenty times a second.
  mutating func update() throws {
    for hit in live.performance.newHits() {
      if hits.count == 2 * Self.reportedHits { hits.removeFirst(Self.reportedHits) }
      hits.append(hit)
      Terminal.clear()
      let rateHz = live.loop.rateHz
      let told = hit.counted(atHz: takeRateHz ?? rateHz, heardAtHz: rateHz)
      try Terminal.print(json ? told.jsonLine : HitText(hit: told).description)
    }
    tellPops()
    tellFailure()
    let snapshot = live.performance.snapshot
    if let news = returning.news(snapshot) {
      Terminal.clear()
      Terminal.tell(news)
    }
    Terminal.show(
      LevelLine(name: "in", amplitude: snapshot.inputPeak).description + "  "
        + LevelLine(name: "out", amplitude: snapshot.outputPeak).description
        + "  \(snapshot.soundingVoices) voices")
  }

  /// Tells what came of it: hits, pops, the recording, the delay.
  ///
  /// - Parameter clockBufferFrames: What the buffers would hold, where there is no output device.
  mutating func finish(clockBufferFrames: Int) throws {
    try update()
    Terminal.clear()
    let snapshot = live.performance.snapshot
    let late = snapshot.lateHits > 0 ? " (\(snapshot.lateHits) late)" : ""
    let untold =
      snapshot.untoldHits > 0
      ? " (\(snapshot.untoldHits) not listed: output was read too slowly)" : ""
    if let text = returning.text(snapshot) { Terminal.tell(text) }
    let statistics = live.loop.statistics()
    Terminal.tell(
      "\(snapshot.hits) hits\(late)\(untold), \(statistics.pops) pops; longest block "
        + blockTime(statistics) + ", mean \(milliseconds(statistics.meanBlockNanoseconds))")
    if let recorder = live.recorder {
      let status = recorder.status
      let seconds = Double(status.frameCount) / Double(live.loop.rateHz)
      let lost =
        status.lostFrameCount > 0
        ? ", \(status.lostFrameCount) frames lost to a slow disk (silent)" : ""
      Terminal.tell("recorded \(recorder.path): \(seconds.text(places: 1)) s\(lost)")
    }
    let isClocked = live.loop.delayFrames == 0
    let bufferFrames = isClocked ? clockBufferFrames : live.loop.delayFrames
    let latency = EngineLatency(
      kit: live.performance.kit, periodFrames: live.loop.periodFrames, bufferFrames: bufferFrames)
    if let report = latency.report(hits.suffix(Self.reportedHits)) {
      Terminal.tell(LatencyText(report: report).description)
    }
  }

  private mutating func tellPops() {
    let statistics = live.loop.statistics()
    guard statistics.pops > toldPops else { return }
    toldPops = statistics.pops
    Terminal.clear()
    Terminal.tell("pop (\(statistics.pops) so far): \(cause(statistics))")
  }

  /// What probably made it pop, and what to do: our own work, or others that kept us from it.
  private func cause(_ statistics: LoopStatistics) -> String {
    guard 2 * statistics.worstBlockNanoseconds < statistics.periodNanoseconds else {
      return "the longest block took \(blockTime(statistics)); try a larger --period"
    }
    let gap = (Double(statistics.longestGapNanoseconds) / 1e6).text(places: 1)
    return "the system kept us waiting for \(gap) ms; end other programs or try a larger --period"
  }

  /// The longest block and what it may take: "0.05 of 1.33 ms".
  private func blockTime(_ statistics: LoopStatistics) -> String {
    let worst = milliseconds(statistics.worstBlockNanoseconds)
    return "\(worst) of \(milliseconds(statistics.periodNanoseconds)) ms"
  }

  private func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }

  private mutating func tellFailure() {
    guard !isFailureTold, let failure = live.recorder?.status.failure else { return }
    isFailureTold = true
    Terminal.clear()
    Terminal.tell("recording stopped, playing goes on: \(failure)")
  }
}
