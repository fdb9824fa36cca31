// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import ArgumentParser
import AudioIO
import Glibc
import Kits
import Latency

struct StressLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "The smallest period that your devices keep up with under load.",
    discussion: """
      The whole instrument plays on the devices, silently, with 64 voices, while all cores and the disk are kept busy; \
      periods get smaller until it pops. One step above the smallest that did not pop is what to play with.

        flam latency stress                           a minute or so
        flam latency stress --save-default            'flam play' then uses it
        flam latency stress --period 64 --soak 30m    whether it holds for long

      Ends with 2 where no setting keeps both time and budget.
      """)

  @OptionGroup var devices: DuplexOptions
  @OptionGroup var instrument: InstrumentOptions

  @Option(
    help: ArgumentHelp(
      "How long each setting is tried, in seconds (2...600).", valueName: "seconds"))
  var stepSeconds = 8.0

  @Option(
    help: ArgumentHelp(
      "Try the setting that is found for long as well: 90s, 30m, 1h.", valueName: "duration"))
  var soak: SoakDuration?

  @Flag(help: "Let 'flam play' use the setting that is found for these devices from now on.")
  var saveDefault = false

  @OptionGroup var latency: LatencyOptions

  func validate() throws {
    try devices.stream.validateForDevices()
    guard (2...600).contains(stepSeconds) else {
      throw ValidationError("--step-seconds must lie in 2...600, not \(stepSeconds).")
    }
  }

  func run() throws {
    let signals = StopSignals()
    try latency.checkFiles()
    let trial = try trial()
    var walk = StressWalk()
    Terminal.tell(StressText.header)
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

  /// One setting for a while; nil where a signal came.
  private func attempt(
    _ trial: StressTrial, periodFrames: Int, seconds: Double, _ signals: StopSignals
  ) throws -> StressStep? {
    let step = try trial.run(periodFrames: periodFrames, seconds: seconds) { progress in
      Terminal.show(StressText.progress(progress, of: seconds))
      return !signals.wait(milliseconds: 50)
    }
    Terminal.clear()
    if let step { Terminal.tell(StressText.line(step)) }
    return step
  }

  /// What is tried, at the rate that the devices give.
  private func trial() throws -> StressTrial {
    var settings = devices.stream.settings
    let output = AudioOutput.playback(device: devices.playbackDevice)
    settings.rateHz = try AudioLoop(
      input: .capture(device: devices.stream.captureDevice), output: output, settings: settings
    ).rateHz
    let take = try Take.told(path: .bundledTake())
    let performance = try instrument.performance(
      sampleRateHz: settings.rateHz, defaultSeed: Render.defaultSeed)
    return try StressTrial(
      input: devices.stream.captureDevice, output: devices.playbackDevice, settings: settings,
      take: Resampler.convert(
        take.samples, channelCount: 1, fromHz: take.sampleRateHz, toHz: settings.rateHz),
      profile: instrument.loadProfile(), kit: performance.kit, budgetMilliseconds: latency.budget)
  }

  private func conclude(_ outcome: StressOutcome) throws {
    Terminal.tell(
      StressText.verdict(
        outcome.walk, soaked: soak != nil, budgetMilliseconds: latency.budget))
    if soak != nil { Terminal.tell(StressText.verdict(soak: outcome.soak)) }
    if saveDefault {
      if let chosen = outcome.chosen, outcome.isGood {
        try keep(chosen)
      } else {
        Terminal.tell("Nothing is kept for 'flam play': no setting keeps both time and budget.")
      }
    }
    if latency.json {
      try Terminal.print(outcome.jsonLine)
    } else if let report = outcome.chosen?.delay {
      try Terminal.print(LatencyText(report: report).description)
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
    Terminal.tell("'flam play' uses --period \(step.periodFrames) for these devices from now on.")
  }
}
