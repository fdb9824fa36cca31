// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Latency
import Measuring

/// Plays a stimulus, and finds from its return how long it takes.
protocol RoundProbe {
  /// How it measures.
  static var method: LatencyReport.Method { get }
  /// The message to the player at its beginning.
  static var notice: String { get }

  /// A probe at a sample rate in hertz.
  init(sampleRateHz: Int)

  /// The samples to play, left and right.
  var stimulus: [SIMD2<Float>] { get }

  /// The result of `round`, in which the stimulus was played.
  func result(of round: MeasuredRound) throws(RoundFailure) -> RoundResult
}

/// The outcome of a round.
struct RoundResult {
  /// The delays.
  let trips: RoundTrips
  /// Further details.
  let details: any LatencyOutcome.Details
  /// A warning about unreliable delays; nil if they are reliable.
  var warning: String?
}

extension RoundOptions {
  /// Measures by `Probe` and reports the result.
  func measure<Probe: RoundProbe>(by _: Probe.Type, _ latency: LatencyOptions) throws {
    let signals = StopSignals()
    try latency.checkFiles(evidence: save)
    devices.reportKeptDefault()
    var probe: Probe?
    let setup = MeasuredRound.Setup(
      input: devices.stream.captureDevice, output: devices.playbackDevice,
      streams: devices.settings,
      begins: { Terminal.report($0 == 1 ? Probe.notice : "it popped: \(Probe.notice)") },
      waits: { signals.wait(milliseconds: $0) })
    let played: MeasuredRound?
    do {
      played = try MeasuredRound.play(
        { rateHz in
          let made = Probe(sampleRateHz: rateHz)
          probe = made
          return made.stimulus
        }, on: setup)
    } catch let failure as MeasuredRound.Failure {
      throw RoundFailureText(method: Probe.method, options: self).failure(failure)
    }
    guard let round = played, let probe else { return }
    if let save { try round.save(to: save, isOverwriting: latency.force) }
    let result: RoundResult
    do throws(RoundFailure) { result = try probe.result(of: round) } catch {
      let text = RoundFailureText(method: Probe.method, options: self)
      throw latency.cannotTell(Probe.method, reason: text.reason(error), text.failure(error))
    }
    let report = round.report(Probe.method, result.trips, budgetMilliseconds: latency.budget)
    if let warning = result.warning { Terminal.report(warning) }
    try LatencyOutcome(report: report, setup: round.setup, details: result.details)
      .conclude(latency)
  }
}
