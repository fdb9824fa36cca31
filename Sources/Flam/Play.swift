// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Glibc
import Kits
import Latency
import Sessions

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Microphone in, drums out.",
    discussion: """
      Tap near the microphone; Ctrl-C ends. Wear headphones, or keep the loudspeakers away from the microphone.

        flam play                            the default devices
        flam play --record groove.wav        keep what is played
        flam play --period 128               where it pops
        flam play --take taps.wav --loop     a sound file in place of the microphone

      Where there is no microphone a bundled take is played; where there is no playback device either, in real time \
      into a WAV (session.wav unless --record names one).
      """)

  @OptionGroup var instrument: InstrumentOptions
  @OptionGroup var devices: DuplexOptions

  @Option(
    help: ArgumentHelp(
      "Sound file in place of the microphone, in real time.", valueName: "file"))
  var take: String?

  @Flag(help: "Begin the take anew at its end.")
  var loop = false

  @Option(help: ArgumentHelp("Record what is played to this WAV.", valueName: "file"))
  var record: String?

  @Option(help: .seconds)
  var seconds: Double?

  @Flag(help: "Overwrite what exists.")
  var force = false

  @Flag(help: "One JSON object a hit on standard output.")
  var json = false

  func validate() throws {
    try StreamOptions.validate(seconds: seconds)
    try devices.stream.validateForDevices()
    guard take == nil || devices.stream.input == nil else {
      throw ValidationError("Give --take or --input, not both.")
    }
    guard take != nil || !loop else {
      throw ValidationError("--loop goes with --take.")
    }
  }

  func run() throws {
    let signals = StopSignals()
    try OutputFiles.check(
      [record].compactMap { $0 }, inputs: [take].compactMap { $0 }, isOverwriting: force)
    let stage =
      if let take { try PlayStage.withTake(take, isLooped: loop, devices) } else {
        try PlayStage.withMicrophone(devices)
      }
    let performance = try instrument.performance(
      sampleRateHz: stage.loop.rateHz, defaultSeed: .random(in: 1 ... .max))
    let recorder = try recorder(for: stage)
    let live = LivePerformance(performance, on: stage.loop, recorder: recorder)
    stage.notes.forEach(Terminal.tell)
    try live.start(frameLimit: frameLimit(stage))
    Terminal.tell(CertaintyText(meaning: performance.certaintyMeaning).description)
    if let advice = stage.loop.grant?.advice { Terminal.tell(advice) }
    if !json { try Terminal.print(HitText.header) }
    var console = PlayConsole(live, takeRateHz: stage.takeRateHz, json: json)
    while stage.loop.isRunning && !signals.wait(milliseconds: 50) { try console.update() }
    let ending = live.end()
    try console.finish(clockBufferFrames: stage.loop.periodFrames * devices.stream.periods)
    if case .lost(let failure) = ending { throw failure }
    if let failure = recorder?.status.failure { throw failure }
  }

  private func frameLimit(_ stage: PlayStage) -> Int? {
    seconds.map { Int($0 * Double(stage.loop.rateHz)) } ?? stage.frameLimit
  }

  /// The recorder that was asked for, or that keeps what cannot be heard.
  private func recorder(for stage: PlayStage) throws -> Recorder? {
    guard record != nil || !stage.isAudible else { return nil }
    return try Recorder(
      path: record ?? Self.freeName(), sampleRateHz: stage.loop.rateHz, isOverwriting: force)
  }

  /// session.wav, or the first of session-2.wav, session-3.wav… that does not exist.
  private static func freeName() -> String {
    var name = "session.wav"
    var number = 2
    while access(name, F_OK) == 0 {
      name = "session-\(number).wav"
      number += 1
    }
    return name
  }
}
