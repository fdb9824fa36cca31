// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Engine
import Latency
import Profiles
import SoundFiles

struct EngineLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Measure the instrument and its buffers, part by part.",
    usage: "flam latency engine [<options>]",
    discussion: """
        flam latency engine                            a bundled take
        flam latency engine --take taps.wav            your own taps
        flam latency engine --profile me --period 32
        flam latency engine --plot engine.svg          and draw the delays
        flam latency engine --board --midi-in all      and what a board and MIDI take

      Taps from a sound file go through the instrument. Each delay is counted to the \
      frame, from the start of the tap to the start of its drum. A table taps.csv beside \
      taps.wav says where the taps start; without it, Flam finds them.

      Converters are not included. Ends with 2 if the median, or that \
      of a board or MIDI, is over the budget.
      """)

  /// The take to hear.
  struct Source: ParsableArguments {
    @Option(
      help: ArgumentHelp("Sound file with taps. Default: a bundled take.", valueName: "file"))
    var take: String?
  }

  /// The buffers that count into the delay.
  struct Buffers: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Frames in a period (\(StreamSettings.devicePeriodsFrames)).", valueName: "frames"))
    var period = StreamSettings().periodFrames

    @Option(
      help: ArgumentHelp(
        "Periods in the buffer (\(StreamSettings.periodCounts)).", valueName: "count"))
    var periods = StreamSettings().periodCount
  }

  @OptionGroup(title: HelpSection.need) var source: Source
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.devices) var buffers: Buffers
  @OptionGroup(title: HelpSection.ports) var ports: PortDelayOptions
  @OptionGroup(title: HelpSection.advanced) var latency: LatencyOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var take: String? { source.take }
  var period: Int { buffers.period }
  var periods: Int { buffers.periods }

  func validate() throws {
    guard StreamSettings.devicePeriodsFrames.contains(period) else {
      throw ValidationError(
        "--period must lie in \(StreamSettings.devicePeriodsFrames) frames, not \(period).")
    }
    guard StreamSettings.periodCounts.contains(periods) else {
      throw ValidationError("--periods must lie in \(StreamSettings.periodCounts), not \(periods).")
    }
  }

  func run() throws {
    StopSignals.endAtOnce()
    let sources = try ports.sources()
    let path = try take ?? .bundledTake()
    try latency.checkFiles(inputs: [path])
    let sound = try Take.reported(path: path)
    let performance = try instrument.performance(
      sampleRateHz: sound.sampleRateHz, defaultSeed: Render.defaultSeed)
    var hits: [HitLine] = []
    Rendering(performance, periodFrames: period).run(
      HeldTake(sound.samples), write: { _ in }, report: { hits.append($0) })
    let buffers = BufferDelay(
      sampleRateHz: sound.sampleRateHz, periodFrames: period, periodCount: periods)
    let measured = EngineLatency(kit: performance.kit, buffers: buffers).report(
      hits, truth: TakeTruth.onsetFrames(ofTake: path) ?? strikes(of: hits, in: sound),
      budgetMilliseconds: latency.budget)
    guard let measured else {
      throw CommandFailure(
        .brokenData,
        "no hit sounded in '\(path)', so there is nothing to measure; "
          + "give a recording of taps, louder and with pauses")
    }
    let delays = sources.map {
      PortDelay($0, kitOnsetFrames: performance.kit.medianOnsetFrames, buffers: buffers)
    }
    try LatencyOutcome(
      report: measured, details: delays.isEmpty ? nil : PortDelayDetails(ports: delays)
    ).conclude(latency)
    if delays.contains(where: { $0.milliseconds > latency.budget }) {
      throw ExitCode(CommandFailure.Code.belowStandard.rawValue)
    }
  }

  /// Finds the frames where the taps of `take` begin. Taps within 0.2 s of another are left out, as in a recording.
  private func strikes(of hits: [HitLine], in take: Take) -> [Int] {
    let onset = AttackOnset(sampleRateHz: Double(take.sampleRateHz))
    return RecordedTaps.apart(hits.map(\.frame), sampleRateHz: take.sampleRateHz).compactMap {
      onset.frame(in: take.samples, near: $0)
    }
  }
}
