// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Latency
import Reports
import SoundFiles

struct TapLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Measure all of it, from your tap to its drum.",
    usage: "flam latency tap [<options>]",
    discussion: """
        flam latency tap                        20 taps
        flam latency tap --taps 50 --period 32
        flam latency tap --save evidence.wav    keep what was heard and played
        flam latency tap --recording phone.wav  a recording of taps and their drums

      Turn the loudspeakers on and tap near the microphone, with pauses. The microphone \
      hears tap and drum. The time between them is the whole delay: hearing, buffers, \
      converters, loudspeaker and air.

      Taps and drums that are not heard clearly are left out and counted. A recording is \
      measured best if its drums are those of --kit.

      Ends with 2 if the median is over the budget.
      """)

  /// The source of the taps: the player, or a recording.
  struct Source: ParsableArguments {
    @Option(help: ArgumentHelp("Taps to wait for (3...1000).", valueName: "count"))
    var taps = 20

    @Option(
      help: ArgumentHelp(
        "Measure this recording of taps and drums, of any instrument, in place of playing.",
        valueName: "file"))
    var recording: String?
  }

  /// The file that keeps the sound.
  struct Evidence: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Keep the sound in this WAV: left what was heard, right what was played.",
        valueName: "file"))
    var save: String?
  }

  @OptionGroup(title: HelpSection.need) var source: Source
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.recording) var evidence: Evidence
  @OptionGroup(title: HelpSection.advanced) var latency: LatencyOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var taps: Int { source.taps }
  var recording: String? { source.recording }
  var save: String? { evidence.save }

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

  /// Measures a recording.
  private func measured(recording path: String) throws -> LatencyOutcome? {
    StopSignals.endAtOnce()
    let sound = try Take.reported(path: path, channels: devices.stream.takeChannels)
    let kit = try instrument.loadKit(sampleRateHz: sound.sampleRateHz)
    let result = RecordedTaps(sound.samples, kit: kit).measured()
    let details = TapDetails(result)
    guard !result.delaysMilliseconds.isEmpty else {
      let doubt = TapDoubtText(result.doubt)
      throw latency.cannotTell(
        .tap, reason: doubt.reason,
        CommandFailure(
          .brokenData, "cannot tell the delay: \(doubt.text(of: path, details))"))
    }
    let report = LatencyReport(
      method: .tap, delaysMilliseconds: result.delaysMilliseconds, stages: [],
      budgetMilliseconds: latency.budget)
    return LatencyOutcome(report: report, details: details)
  }

  /// Measures the player's taps; nil if they stopped before the first one.
  private func measured() throws -> LatencyOutcome? {
    let signals = StopSignals()
    let trial = try TapMeasurement(
      input: devices.stream.captureDevice, output: devices.playbackDevice,
      streams: devices.settings
    ) { rateHz, feedback, spread in
      try instrument.performance(
        sampleRateHz: rateHz, defaultSeed: .random(in: 1 ... .max),
        memory: try instrument.memory.pinned(), feedback: feedback, spread: spread)
    }
    devices.reportKeptDefault()
    trial.notes.forEach(Terminal.report)
    try trial.start()
    Terminal.report("tap near the microphone, \(taps) times, with pauses; the loudspeakers on")
    defer { Terminal.clear() }
    let isHeard = try trial.listen(taps: taps, waits: { signals.wait(milliseconds: $0) }) { count in
      let text = "\(count) of \(taps)"
      if Terminal.isWatched { Terminal.show(text) } else { Terminal.report(text) }
    }
    guard isHeard else { return nil }
    if let save { try trial.save(save, isOverwriting: latency.force) }
    let result = trial.result(budgetMilliseconds: latency.budget)
    let details = TapDetails(result.taps)
    guard let report = result.report else {
      throw latency.cannotTell(
        .tap, reason: result.taps.doubt == .doesNotFollow ? "doesNotFollow" : "noDrum",
        CommandFailure(
          .brokenData,
          "cannot tell the delay: "
            + (result.taps.doubt == .doesNotFollow
              ? "what answers your taps comes after the same time, whether Flam plays sooner or later: "
                + "it is another's sound; silence it, or turn the loudspeaker up"
              : "too few drums were heard clearly after \(trial.tapCount) taps; "
                + (details.advice ?? "turn the loudspeaker up"))))
    }
    return LatencyOutcome(
      report: report, device: result.device, setup: result.setup, details: details)
  }
}
