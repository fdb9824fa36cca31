// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import ArgumentParser
import AudioIO
import Latency

struct EngineLatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "The itemised delay of the instrument and its buffers; no sound card.",
    discussion: """
      Taps of a sound file go through the instrument, and the delay of each is counted to the frame, from the \
      beginning of the tap's attack: as FILE.csv beside it tells (as for the bundled takes), else as it is found in \
      the recording afterwards, by the same rule as in 'flam latency tap'. So the jitter holds all that hearing \
      strays. What converters add is not in it. Ends with 2 where the median is over the budget.
      """)

  @Option(
    help: ArgumentHelp("Sound file with taps. Default: a bundled take.", valueName: "file"))
  var take: String?

  @OptionGroup var instrument: InstrumentOptions

  @Option(help: ArgumentHelp("Period in frames (16...8192).", valueName: "frames"))
  var period = StreamSettings().periodFrames

  @Option(help: ArgumentHelp("Periods in the device's buffer (2...16).", valueName: "count"))
  var periods = StreamSettings().periodCount

  @OptionGroup var latency: LatencyOptions

  func validate() throws {
    guard (16...8192).contains(period) else {
      throw ValidationError("--period must lie in 16...8192 frames, not \(period).")
    }
    guard (2...16).contains(periods) else {
      throw ValidationError("--periods must lie in 2...16, not \(periods).")
    }
  }

  func run() throws {
    StopSignals.endAtOnce()
    let path = try take ?? .bundledTake()
    try latency.checkFiles(inputs: [path])
    let sound = try Take.told(path: path)
    let performance = try instrument.performance(
      sampleRateHz: sound.sampleRateHz, defaultSeed: Render.defaultSeed)
    var hits: [HitLine] = []
    Rendering(performance, periodFrames: period).run(
      sound.samples, write: { _ in }, tell: { hits.append($0) })
    let measured = EngineLatency(
      kit: performance.kit,
      buffers: BufferDelay(
        sampleRateHz: sound.sampleRateHz, periodFrames: period, periodCount: periods)
    ).report(
      hits, truth: TakeTruth.onsetFrames(ofTake: path) ?? strikes(of: hits, in: sound),
      budgetMilliseconds: latency.budget)
    guard let measured else {
      throw CommandFailure(
        .brokenData,
        "no hit sounded in '\(path)', so there is nothing to measure; "
          + "give a recording of taps, louder and with pauses")
    }
    try LatencyOutcome(report: measured).conclude(latency)
  }

  /// Where the attacks of the taps begin that were heard in `take`; as in a recording, none within 0.2 s of another.
  private func strikes(of hits: [HitLine], in take: Take) -> [Int] {
    let onset = StrikeOnset(sampleRateHz: Double(take.sampleRateHz))
    return RecordedTaps.apart(hits.map(\.frame), sampleRateHz: take.sampleRateHz).compactMap {
      onset.frame(in: take.samples, near: $0)
    }
  }
}
