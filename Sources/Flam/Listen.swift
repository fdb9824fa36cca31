// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Engine
import Instrument
import Profiles
import Realtime
import Reports
import Screen
import SoundFiles

struct Listen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the hits that Flam hears; nothing plays.",
    usage: "flam listen [<take>] [<options>]",
    discussion: """
        flam listen                          the default microphone; Ctrl-C ends
        flam listen --profile me             with the sounds that you taught
        flam listen taps.wav                 a sound file, as fast as it goes
        flam listen taps.wav --json          one JSON object a hit
        flam listen taps.wav --why 12.3      what was heard at 12.3 s, and why

      Each hit is one line: when it came, which sound it was, how sure Flam is, how hard \
      and how loud it was. A dim line is something that was heard and is not answered, \
      with the reason and how much it lacked. Below stands the level of the microphone: \
      taps should reach -20 to -6 dBFS.
      """)

  /// The take to hear.
  struct Source: ParsableArguments {
    @Argument(help: "Sound file to hear. Default: the microphone.")
    var take: String?
  }

  @OptionGroup(title: HelpSection.need) var source: Source
  @OptionGroup(title: HelpSection.need) var known: ProfileOption
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.need) var moment: MomentOption
  @OptionGroup(title: HelpSection.hearing) var hearing: HearingOptions
  @OptionGroup(title: HelpSection.devices) var stream: StreamOptions
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var take: String? { source.take }
  var profile: String? { known.profile }
  var seconds: Double? { ending.seconds }
  var json: Bool { output.json }

  /// How much is heard: up to a while after the moment that is explained.
  private var limitSeconds: Double? { moment.endSeconds ?? seconds }

  func validate() throws {
    guard moment.why == nil || seconds == nil else {
      throw ValidationError("Give --why or --seconds, not both: --why ends by itself.")
    }
    try StreamOptions.validate(seconds: seconds)
    if take == nil { try stream.validateForDevices() }
    guard take == nil || !stream.namesCapture else {
      throw ValidationError("Give a sound file or a device to hear, not both.")
    }
  }

  func run() throws {
    let profile = try ProfileLocator().profile(profile)
    let controls = try hearing.controls(for: profile)
    if let take {
      try listen(to: take, profile, controls)
    } else {
      try listenLive(profile, controls)
    }
  }

  private func listen(
    to path: String, _ profile: Profile, _ controls: HearingControls
  ) throws {
    StopSignals.endAtOnce()
    let take = try TakeFile.reported(path: path, channels: stream.takeChannels)
    try moment.check(lengthSeconds: take.seconds, of: path)
    reportMicrophones(profile, hearsTwo: take.hearsTwo)
    let limit = limitSeconds.map { Int($0 * Double(take.sampleRateHz)) } ?? .max
    try writeHeader(profile)
    var report = HearingReport(moment.why, controls, isJSON: json)
    var progress = LearningProgress()
    let reader = try take.reader()
    let listener = listener(
      for: profile.heard(byTwo: take.hearsTwo), rateHz: take.sampleRateHz, controls)
    try listener.hear(reader, frameLimit: limit, periodFrames: stream.period) { hit throws in
      try report.take(hit)
      reportMoved(progress.add(hit), of: profile)
    }
    if !report.isHit && moment.why == nil { UnheardTake.report(path: path) }
    try report.end(level: listener.level)
    if limitSeconds == nil { try reader.checkEnd() }
  }

  private func listener(
    for profile: Profile, rateHz: Int, _ controls: HearingControls
  ) -> Listener {
    Listener(
      profile: profile, sampleRateHz: rateHz, controls: controls, reportsRefusals: true,
      moment: moment.why)
  }

  private func reportMicrophones(_ profile: Profile, hearsTwo: Bool) {
    profile.warning(heardByTwo: hearsTwo).map { Terminal.report($0.text(\.options)) }
  }

  private func listenLive(_ profile: Profile, _ controls: HearingControls) throws {
    let signals = StopSignals()
    let loop = try AudioLoop(
      input: .capture(device: stream.captureDevice), output: .clock, settings: stream.settings)
    loop.reports.filter { !$0.differences.isEmpty }.forEach { Terminal.reportLines($0.text) }
    reportMicrophones(profile, hearsTwo: loop.hearsTwo)
    let listener = listener(
      for: profile.heard(byTwo: loop.hearsTwo), rateHz: loop.rateHz, controls)
    try loop.start(
      listener.handler, keeping: listener,
      frameLimit: limitSeconds.map { Int($0 * Double(loop.rateHz)) },
      survivesLoss: true)
    try writeHeader(profile)
    var report = HearingReport(moment.why, controls, isJSON: json)
    let devices = DeviceText(rateHz: loop.rateHz, still: "Still listening")
    var microphone = MicrophoneText()
    var progress = LearningProgress()
    let start = MonotonicClock.now
    while loop.isRunning && !signals.wait(milliseconds: 50) {
      let text = microphone.message(
        peak: listener.peakAmplitude,
        channels: (loop.inputChannels, loop.statistics().channelPeaks),
        atSeconds: (MonotonicClock.now - start) / .seconds(1))
      if let text {
        Terminal.clear()
        Terminal.report(text)
      }
      for hit in listener.newHits() {
        try report.take(hit)
        reportMoved(progress.add(hit), of: profile)
      }
      for event in loop.newEvents() {
        Terminal.clear()
        Terminal.report(devices.line(event))
      }
      Terminal.show(LevelLine(name: "level", amplitude: listener.peakAmplitude).description)
    }
    loop.stop()
    let ending = loop.wait()
    Terminal.clear()
    for hit in listener.newHits() { try report.take(hit) }
    if case .lost(let failure) = ending { throw failure }
    try report.end(level: listener.level)
  }

  private func writeHeader(_ profile: Profile) throws {
    guard !json && moment.why == nil else { return }
    if profile.isGuess { Terminal.report("Sounds: \(CertaintyText.guess).") }
    try Terminal.print(HitText.header)
  }

  /// Reports a sound that has moved since it was taught.
  private func reportMoved(_ moved: Int?, of heard: Profile) {
    guard let moved, let name = profile else { return }
    Terminal.report(LearnedChoice.text(listeningTo: heard.sounds[moved].name, profile: name))
  }
}
