// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import DSP
import Profiles
import Sessions

struct Listen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is heard, live or in a sound file; plays nothing.",
    discussion: """
      Each hit: when, which sound, how sure, how hard. Live, a level line helps to place the microphone: taps should \
      reach -20 to -6 dBFS. Ctrl-C ends.
      """)

  @Argument(help: "Sound file to listen to. Default: the microphone.")
  var take: String?

  @Option(
    help: "Profile: a name or a path, made by 'flam learn'. Default: low, middle and high sounds.")
  var profile: String?

  @OptionGroup var stream: StreamOptions

  @Option(help: "Stop by itself after this many seconds.")
  var seconds: Double?

  @Flag(help: "One JSON object a hit on standard output.")
  var json = false

  func validate() throws {
    if let seconds, !(seconds > 0) {
      throw ValidationError("--seconds must be above 0, not \(seconds).")
    }
  }

  func run() throws {
    let profile = try ProfileLocator().profile(profile)
    if !json { Terminal.print(HitText.header) }
    if let take { try listen(to: take, profile) } else { try listenLive(profile) }
  }

  private func listen(to path: String, _ profile: Profile) throws {
    let take = try Take.told(path: path)
    Listener(profile: profile, sampleRateHz: take.sampleRateHz).hear(take.samples, tell: tell)
  }

  private func listenLive(_ profile: Profile) throws {
    let signals = StopSignals()
    let loop = try AudioLoop(
      input: .capture(device: stream.captureDevice), output: .clock, settings: stream.settings)
    let listener = Listener(profile: profile, sampleRateHz: loop.rateHz)
    try loop.start(
      listener.handler, frameLimit: seconds.map { Int($0 * Double(loop.rateHz)) })
    while loop.isRunning && !signals.wait(milliseconds: 50) {
      listener.newHits().forEach(tell)
      Terminal.show(LevelLine(name: "level", amplitude: listener.peakAmplitude).description)
    }
    loop.stop()
    let ending = loop.wait()
    Terminal.clear()
    listener.newHits().forEach(tell)
    if case .lost(let failure) = ending { throw failure }
  }

  private func tell(_ hit: HitLine) {
    Terminal.clear()
    Terminal.print(json ? hit.jsonLine : HitText(hit: hit).description)
  }
}
