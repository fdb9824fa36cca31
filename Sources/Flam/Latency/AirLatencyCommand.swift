// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Instrument
import Latency

struct AirLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "air",
    abstract: "The delay from the loudspeaker to the microphone.",
    discussion: """
      Ten sweeps are played, then one from the left and one from the right, ten seconds in all: please be quiet. Counted \
      is the first sound to arrive, not the loudest echo of the room; a metre of air is 2.9 ms of it. It is told too how \
      your drums return to the microphone.

        flam latency air
        flam latency air --input hw:CARD=Webcam,DEV=0 --output default --save air.wav

      Ends with 2 where the delay is over the budget, 69 where nothing is heard, 65 where it is not sure.
      """)

  @OptionGroup var round: RoundOptions
  @OptionGroup var latency: LatencyOptions

  func run() throws {
    let signals = StopSignals()
    try latency.checkFiles(evidence: round.save)
    var estimator = AirEstimator(sampleRateHz: 48_000)
    var probe = ReturnProbe(sampleRateHz: 48_000)
    let played = try Round.play(
      round, isOverwriting: latency.force, signals: signals,
      notice: "sweeps for ten seconds: please be quiet"
    ) { rateHz in
      estimator = AirEstimator(sampleRateHz: Double(rateHz))
      probe = ReturnProbe(sampleRateHz: Float(rateHz))
      return estimator.stimulus.map { SIMD2(repeating: $0) } + probe.samples
    }
    guard let played else { return }
    let count = estimator.stimulus.count
    let trips: RoundTrips
    do throws(RoundFailure) {
      trips = try estimator.roundTrips(
        heard: Array(played.heard.during[..<count]), before: played.heard.before)
    } catch {
      throw RoundFailureText(way: .air, options: round).failure(error)
    }
    let path = probe.path(heard: Array(played.heard.during[count...]))
    let report = played.report(.air, trips, budgetMilliseconds: latency.budget)
    let details = AirDetails(trips, along: path, in: played)
    if let warning = details.warning { Terminal.tell(warning) }
    try LatencyOutcome(report: report, setup: played.setup, details: details).conclude(latency)
  }
}

/// What the way through the air tells beside its delay.
struct AirDetails: Encodable, CustomStringConvertible {
  /// A median deviation above which the figure says little, in milliseconds.
  private static let mostDeviationMilliseconds = 0.5

  let frames: Double
  let sampleRateHz: Int
  let confidence: Double
  let medianDeviationMilliseconds: Double
  /// How the drums return; nil where that was not heard.
  let returnGainDecibels: Float?
  let returnMilliseconds: Double?
  private let way: String?

  private enum CodingKeys: CodingKey {
    case frames, sampleRateHz, confidence, medianDeviationMilliseconds, returnGainDecibels
    case returnMilliseconds
  }

  init(_ trips: RoundTrips, along path: ReturnPath, in round: Round) {
    frames = trips.medianFrames
    sampleRateHz = round.rateHz
    confidence = trips.confidence
    medianDeviationMilliseconds = round.milliseconds(trips.medianDeviationFrames)
    way = ReturnText.way(path, sampleRateHz: round.rateHz)
    returnGainDecibels = path.isReturning ? path.gainDecibels : nil
    returnMilliseconds = path.isReturning ? round.milliseconds(Double(path.delayFrames)) : nil
  }

  var description: String {
    let heard = way.map { "your drums return \($0)" } ?? "your drums are too faint here to return"
    return
      "  \(frames.text(places: 1)) frames at \(sampleRateHz) Hz, half of the trials within "
      + "\(medianDeviationMilliseconds.text(places: 3)) ms, confidence \(confidence.text(places: 2))\n"
      + "  \(heard)"
  }

  /// What to think of trials that differ; nil where they agree.
  var warning: String? {
    guard medianDeviationMilliseconds > Self.mostDeviationMilliseconds else { return nil }
    return
      "the trials differ by \(medianDeviationMilliseconds.text(places: 1)) ms: the sound server moves its buffers, "
      + "or something moved; measure again, or use the card itself ('flam devices')"
  }
}
