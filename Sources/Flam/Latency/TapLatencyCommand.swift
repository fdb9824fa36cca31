// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Latency

struct TapLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "From your tap to its drum, as a microphone hears both.",
    discussion: """
      Tap near the microphone with the loudspeakers on, at your own pace and with pauses: the drums answer as in \
      'flam play', and the microphone hears tap and drum. What lies between the beginnings of the two is all there is: \
      hearing, buffers, converters, loudspeaker, air.

        flam latency tap                        20 taps
        flam latency tap --taps 50 --period 32
        flam latency tap --save evidence.wav    keep what was heard and played
        flam latency tap --recording phone.wav  taps and drums recorded elsewhere

      A recording is measured best where the drums in it are those of '--kit'; those of another instrument are told \
      only where they stand out. A tap or a drum that is not heard clearly is left out and counted. Ends with 2 where the median is over the budget.
      """)

  @OptionGroup var instrument: InstrumentOptions
  @OptionGroup var devices: DuplexOptions

  @Option(help: ArgumentHelp("How many taps to wait for (3...1000).", valueName: "count"))
  var taps = 20

  @Option(
    help: ArgumentHelp(
      "A recording of taps and the drums that answer them, in place of playing; from any instrument.",
      valueName: "file"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "Keep the evidence in this WAV: left what was heard, right what was played.",
      valueName: "file"))
  var save: String?

  @OptionGroup var latency: LatencyOptions

  func validate() throws {
    try devices.stream.validateForDevices()
    guard (3...1000).contains(taps) else {
      throw ValidationError("--taps must lie in 3...1000, not \(taps).")
    }
    guard recording == nil || save == nil else {
      throw ValidationError("--save goes with playing, not with --recording.")
    }
  }

  func run() throws {
    try latency.checkFiles(evidence: save, inputs: [recording].compactMap { $0 })
    guard let outcome = try recording.map(measured(recording:)) ?? measured() else { return }
    try outcome.conclude(latency)
  }

  /// What a recording tells.
  private func measured(recording path: String) throws -> LatencyOutcome? {
    StopSignals.endAtOnce()
    let sound = try Take.told(path: path, channels: devices.stream.takeChannels)
    let kit = try instrument.loadKit(sampleRateHz: sound.sampleRateHz)
    let result = RecordedTaps(sound.samples, kit: kit).measured()
    let details = TapDetails(result)
    guard !result.isAmbiguous else {
      throw CommandFailure(
        .brokenData,
        "cannot tell the delay: the drums in '\(path)' follow their taps after different times; "
          + "some may have replaced a first drum: record taps that were played with '--certainty surest'"
      )
    }
    guard !result.delaysMilliseconds.isEmpty else {
      throw CommandFailure(
        .brokenData,
        "cannot tell the delay: no drum answers the taps in '\(path)'; "
          + (details.advice ?? "record taps with pauses, near enough to be loud"))
    }
    let report = LatencyReport(
      method: .tap, delaysMilliseconds: result.delaysMilliseconds, stages: [],
      budgetMilliseconds: latency.budget)
    return LatencyOutcome(report: report, details: details)
  }

  /// What is measured with the player; nil where they broke off before it began.
  private func measured() throws -> LatencyOutcome? {
    let signals = StopSignals()
    let trial = try LiveTaps(instrument, devices)
    guard try trial.listen(taps: taps, until: signals) else { return nil }
    if let save { try trial.save(save, isOverwriting: latency.force) }
    return try trial.outcome(budgetMilliseconds: latency.budget)
  }
}
