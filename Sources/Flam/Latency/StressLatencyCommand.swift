// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Engine
import Glibc
import Kits
import Latency
import Profiles
import Reports
import SoundFiles

struct StressLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "Find the smallest period that does not pop.",
    usage: "flam latency stress [<options>]",
    discussion: """
        flam latency stress                           a minute or so
        flam latency stress --save-default            'flam play' uses the result
        flam latency stress --period 64 --soak 30m    does it hold for long?

      Flam plays 64 voices silently and keeps all cores and the disk busy. It makes the \
      period smaller until it pops. The result is one step above the smallest period that \
      did not pop.

      Ends with 2 if every period pops or is over the budget.
      """)

  /// How long each period is tried, and whether the result is kept.
  struct Trial: ParsableArguments {
    @Flag(help: "Let 'flam play' use the result for these devices from now on.")
    var saveDefault = false

    @Option(
      help: ArgumentHelp(
        "Then try the result for long, too: 90s, 30m, 1h.", valueName: "duration"))
    var soak: SoakDuration?

    @Option(
      help: ArgumentHelp("Seconds to try each period (2...600).", valueName: "seconds"))
    var stepSeconds = 8.0

    func validate() throws {
      guard (2...600).contains(stepSeconds) else {
        throw ValidationError("--step-seconds must lie in 2...600, not \(stepSeconds).")
      }
    }
  }

  @OptionGroup(title: HelpSection.need) var steps: Trial
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.advanced) var latency: LatencyOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var saveDefault: Bool { steps.saveDefault }
  var soak: SoakDuration? { steps.soak }
  var stepSeconds: Double { steps.stepSeconds }

  func validate() throws {
    try devices.stream.validateForDevices()
  }

  func run() throws {
    let signals = StopSignals()
    try latency.checkFiles()
    let trial = try trial()
    var walk = StressWalk()
    Terminal.report(StressText.header)
    let isWhole = try walk.run(devices.stream.givenPeriod.map { [$0] } ?? StressWalk.periods) {
      try attempt(trial, periodFrames: $0, seconds: stepSeconds, signals)
    }
    guard isWhole else { return }
    var soaked: StressStep?
    if let soak {
      soaked = try walk.soaked {
        try attempt(trial, periodFrames: $0, seconds: soak.seconds, signals)
      }
      if signals.wait(milliseconds: 0) { return }
    }
    try conclude(
      StressOutcome(
        walk: walk, soak: soaked, chosen: soak == nil ? walk.recommended : soaked,
        budgetMilliseconds: latency.budget))
  }

  /// Tries one period; nil if a signal ended the trial.
  private func attempt(
    _ trial: StressTrial, periodFrames: Int, seconds: Double, _ signals: StopSignals
  ) throws -> StressStep? {
    let step = try trial.run(periodFrames: periodFrames, seconds: seconds) { progress in
      Terminal.show(StressText.progress(progress, of: seconds))
      return !signals.wait(milliseconds: 50)
    }
    Terminal.clear()
    if let step { Terminal.report(StressText.line(step)) }
    return step
  }

  /// Sets up the trial at the rate of the devices.
  private func trial() throws -> StressTrial {
    var settings = devices.stream.settings
    let output = AudioOutput.playback(device: devices.playbackDevice)
    settings.rateHz = try AudioLoop(
      input: .capture(device: devices.stream.captureDevice), output: output, settings: settings
    ).rateHz
    let take = try Take.reported(path: .bundledTake())
    // As for playing: all memory of the process is locked once the audio thread runs.
    let performance = try instrument.performance(
      sampleRateHz: settings.rateHz, defaultSeed: Render.defaultSeed,
      memory: try instrument.memory.forPlaying())
    return try StressTrial(
      input: devices.stream.captureDevice, output: devices.playbackDevice, settings: settings,
      take: Resampler.convert(
        take.samples, channelCount: 1, fromHz: take.sampleRateHz, toHz: settings.rateHz),
      profile: instrument.loadProfile(), kit: performance.kit, budgetMilliseconds: latency.budget)
  }

  private func conclude(_ outcome: StressOutcome) throws {
    Terminal.report(
      StressText.verdict(
        outcome.walk, soaked: soak != nil, budgetMilliseconds: latency.budget))
    if soak != nil { Terminal.report(StressText.verdict(soak: outcome.soak)) }
    if saveDefault {
      if let chosen = outcome.chosen, outcome.isGood {
        try keep(chosen)
      } else {
        Terminal.report("Nothing is kept for 'flam play': no setting keeps both time and budget.")
      }
    }
    if latency.json {
      try Terminal.print(outcome.jsonLine)
    } else if let report = outcome.chosen?.delay {
      try Terminal.printBlock(LatencyText(report: report).description)
    }
    if let report = outcome.chosen?.delay { try latency.plot(report) }
    if !outcome.isGood { throw ExitCode(CommandFailure.Code.belowStandard.rawValue) }
  }

  private func keep(_ step: StressStep) throws {
    let setting = DeviceDefault(
      input: devices.stream.captureDevice, output: devices.playbackDevice, rateHz: step.rateHz,
      periodFrames: step.periodFrames, periods: step.periods, foundSeconds: time(nil))
    do {
      try DeviceDefaults().keep(setting)
    } catch {
      throw CommandFailure(.cannotCreate, error.description)
    }
    Terminal.report("'flam play' uses --period \(step.periodFrames) for these devices from now on.")
  }
}
