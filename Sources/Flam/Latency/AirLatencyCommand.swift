// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Engine
import Instrument
import Latency
import Measuring
import Reports

struct AirLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "air",
    abstract: "Measure from the loudspeaker to the microphone.",
    usage: "flam latency air [<options>]",
    discussion: """
        flam latency air                               the default devices
        flam latency air --save air.wav                and keep what was heard
        flam latency air --input hw:CARD=Webcam,DEV=0 --output default

      Sweeps play for ten seconds: please be quiet. The first sound to arrive counts, not \
      the loudest echo of the room. A metre of air adds 2.9 ms. Flam also reports how your \
      drums come back to the microphone.

      Ends with 2 if the delay is over the budget, with 69 if nothing is heard, and with \
      65 if the result is not certain.
      """)

  @OptionGroup var round: RoundOptions
  @OptionGroup(title: HelpSection.advanced) var latency: LatencyOptions

  func run() throws { try round.measure(by: AirProbe.self, latency) }
}

/// Plays sweeps, then one more from each side, which measure the echo path.
private struct AirProbe: RoundProbe {
  static let method = LatencyReport.Method.air
  static let notice = "sweeps for ten seconds: please be quiet"

  private let estimator: AirEstimator
  private let sides: EchoProbe

  init(sampleRateHz: Int) {
    estimator = AirEstimator(sampleRateHz: Double(sampleRateHz))
    sides = EchoProbe(sampleRateHz: Float(sampleRateHz))
  }

  var stimulus: [SIMD2<Float>] {
    estimator.stimulus.map { SIMD2(repeating: $0) } + sides.samples
  }

  func result(of round: MeasuredRound) throws(RoundFailure) -> RoundResult {
    let (heard, count) = (round.heard.during, estimator.stimulus.count)
    let trips = try estimator.roundTrips(
      heard: Array(heard[..<count]), before: round.heard.before)
    let path = sides.path(heard: Array(heard[count...]))
    let details = AirDetails(trips, along: path, in: round)
    return RoundResult(trips: trips, details: details, warning: details.warning)
  }
}

/// The air measurement's details, in addition to the delay.
private struct AirDetails: LatencyOutcome.Details {
  /// Above this median deviation the figure says little, in milliseconds.
  private static let mostDeviationMilliseconds = 0.5

  let frames: Double
  let sampleRateHz: Int
  let confidence: Double
  let medianDeviationMilliseconds: Double
  /// Gain with which the drums come back; nil if they were not heard.
  let returnGainDecibels: Float?
  let returnMilliseconds: Double?
  private let way: String?

  private enum CodingKeys: CodingKey {
    case frames, sampleRateHz, confidence, medianDeviationMilliseconds, returnGainDecibels
    case returnMilliseconds
  }

  init(_ trips: RoundTrips, along path: EchoPath, in round: MeasuredRound) {
    frames = trips.medianFrames
    sampleRateHz = round.rateHz
    confidence = trips.confidence
    medianDeviationMilliseconds = round.milliseconds(trips.medianDeviationFrames)
    way = EchoText.way(EngineEvent.Echo(path), rateHz: round.rateHz)
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

  /// A warning about trials that differ; nil if they agree.
  var warning: String? {
    guard medianDeviationMilliseconds > Self.mostDeviationMilliseconds else { return nil }
    return
      "the trials differ by \(medianDeviationMilliseconds.text(places: 1)) ms: the sound server moves its buffers, "
      + "or something moved; measure again, or use the card itself ('flam devices')"
  }
}
