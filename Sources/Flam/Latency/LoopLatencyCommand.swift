// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Engine
import Latency
import Measuring

struct LoopLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop",
    abstract: "Measure the sound card, by a cable.",
    usage: "flam latency loop [<options>]",
    discussion: """
        flam latency loop                              the default card
        flam latency loop --device hw:CARD=USB,DEV=0
        flam latency loop --period 128 --save loop.wav

      Connect an output of the card to its input with a cable, or use a loop-back device. \
      Turn the loudspeakers off and the headphones down. Tones play for five seconds. They \
      give the delay to a hundredth of a frame. What is longer than the buffers is the \
      card's own delay.

      If input and output are different cards, Flam also reports how fast their clocks drift \
      apart.

      Ends with 2 if the delay is over the budget, with 69 if nothing comes back, and with \
      65 if something else comes back than was played.
      """)

  @OptionGroup var round: RoundOptions
  @OptionGroup(title: HelpSection.advanced) var latency: LatencyOptions

  func run() throws { try round.measure(by: CableProbe.self, latency) }
}

/// Plays thousands of tones through the cable.
private struct CableProbe: RoundProbe {
  static let method = LatencyReport.Method.loop
  static let notice = "playing through the cable for five seconds"

  private let estimator: LoopEstimator

  init(sampleRateHz: Int) { estimator = LoopEstimator(sampleRateHz: Double(sampleRateHz)) }

  var stimulus: [SIMD2<Float>] { estimator.stimulus.map { SIMD2(repeating: $0) } }

  func result(of round: MeasuredRound) throws(RoundFailure) -> RoundResult {
    let cable = try estimator.cable(heard: round.heard.during, before: round.heard.before)
    return RoundResult(trips: cable.trips, details: LoopDetails(cable, in: round))
  }
}

/// The cable measurement's details, in addition to the delay.
private struct LoopDetails: LatencyOutcome.Details {
  /// Smallest drift that is reported, in parts per million.
  private static let reportedDrift = 0.5

  let frames: Double
  let sampleRateHz: Int
  let excessFrames: Double
  let excessMilliseconds: Double
  let polarity: String
  let gainDecibels: Double
  let confidence: Double
  let medianDeviationMilliseconds: Double
  /// Drift of the output's clock against the input's; nil if they share one clock.
  let driftPartsPerMillion: Double?

  init(_ cable: LoopEstimator.Cable, in round: MeasuredRound) {
    frames = cable.trips.medianFrames
    sampleRateHz = round.rateHz
    excessFrames = frames - Double(round.buffers.frames)
    excessMilliseconds = round.milliseconds(excessFrames)
    polarity = cable.isInverted ? "inverted" : "kept"
    gainDecibels = cable.gainDecibels
    confidence = cable.trips.confidence
    medianDeviationMilliseconds = round.milliseconds(cable.trips.medianDeviationFrames)
    driftPartsPerMillion =
      round.hasTwoClocks
      ? round.heard.clockPartsPerMillion - cable.trips.driftPartsPerMillion : nil
  }

  var description: String {
    let lines = [
      "  \(frames.text(places: 3)) frames at \(sampleRateHz) Hz, "
        + "\(excessFrames.text(places: 3)) more than the buffers (\(excessMilliseconds.text(places: 3)) ms)",
      "  polarity \(polarity), gain \(gainDecibels.text(places: 1)) dB, "
        + "confidence \(confidence.text(places: 2))",
    ]
    guard let drift = driftPartsPerMillion else { return lines.joined(separator: "\n") }
    let reported =
      abs(drift) < Self.reportedDrift
      ? "  two cards, whose clocks run alike"
      : "  two cards: the output's clock runs \(drift.text(places: 1)) ppm faster than the input's; "
        + "it is followed, nothing is resampled"
    return (lines + [reported]).joined(separator: "\n")
  }
}
