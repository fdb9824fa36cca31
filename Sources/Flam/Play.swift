// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Instrument
import Looping
import Screen

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Microphone in, drums out.",
    usage: "flam play [<options>]",
    discussion: """
        flam play                           tap near the microphone; Ctrl-C ends
        flam play --profile me              with the sounds that you taught
        flam play --record groove.flac      and keep what you hear
        flam play --take taps.wav --loop    a sound file in place of the microphone
        flam play --web                     a page in your browser, too

      While you play, type a line and press Enter. 'snare -3' makes the snare softer, the \
      name of a kit changes the kit, and 'help' lists the rest. docs/playing.md explains \
      the line at the bottom.

      Press O, play, and press O again: your hits loop in your own tempo, and what you play \
      then is added. docs/looping.md shows the rest.

      Loudspeakers: the microphone hears your drums too. Within a dozen hits Flam learns \
      how they come back, and takes them out. --sweep measures it before you begin.

      --pattern rock plays a groove along; 'flam pattern' lists them. 'flam sample mouth' makes \
      a kit of your own sounds; --kit mouth plays it.

      Without a microphone, a bundled take plays; --loop repeats it. --input none leaves it \
      out: you play by keys, MIDI, a board or the page. Without a playback \
      device, the drums go into a WAV: the one of --record, else session.wav.
      """)

  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.need) var source: SourceOptions
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.sound) var monitoring: MonitorOption
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.hearing) var adapting: AdaptingOptions
  @OptionGroup(title: HelpSection.hearing) var speech: SpeechOption
  @OptionGroup(title: HelpSection.along) var backing: BackingOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var buffering: BufferOptions
  @OptionGroup(title: HelpSection.recording) var recording: RecordingOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.ports) var ports: PortOptions
  @OptionGroup(title: HelpSection.page) var paging: PageOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var output: PlayOutputOptions

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var take: String? { source.take }
  var loop: Bool { source.loop }
  var seconds: Double? { ending.seconds }
  var monitor: Float? { monitoring.monitor }
  var sweep: Bool { adapting.sweep }
  var keepLearned: Bool { adapting.keepLearned }
  var budget: Double { buffering.budget }
  var autoBuffer: Bool? { buffering.autoBuffer }
  var force: Bool { overwriting.force }
  var json: Bool { output.common.json }
  var meters: Bool { output.meters }
  var events: Bool { output.events }
  var verbose: Bool { output.verbose }
  var showsScreen: Bool { !json && !output.plain && Terminal.isScreen }

  func validate() throws {
    guard !keepLearned || instrument.learnableProfile != nil else {
      throw ValidationError(
        "--keep-learned goes with --profile: the built-in guess is not changed; teach it yours with 'flam learn me'."
      )
    }
    guard !keepLearned || !instrument.hearing.noAdapt else {
      throw ValidationError("--keep-learned and --no-adapt exclude each other.")
    }
    guard json || !meters else { throw ValidationError("--meters goes with --json.") }
    guard json || !events else { throw ValidationError("--events goes with --json.") }
    try StreamOptions.validate(seconds: seconds)
    try LatencyOptions.validate(budget: budget)
    try devices.stream.validateForDevices()
    guard take == nil || devices.stream.input == nil else {
      throw ValidationError("Give --take or --input, not both.")
    }
    guard !loop || devices.stream.input == nil else {
      throw ValidationError("--loop repeats a take; leave it out with --input.")
    }
    guard take == nil && !devices.stream.hearsNothing || !sweep else {
      throw ValidationError("--sweep goes with a microphone, not with --take or --input none.")
    }
  }

  func run() throws { try run(with: nil) }

  /// Plays, beside a score if there is one.
  func run(with score: PlayedScore?) throws {
    if output.fresh { KeptChoices.forget() }
    var (play, kept) = (self, KeptChoices.read(isShown: showsScreen))
    var before: (play: Play, kept: KeptChoices)?
    var message = kept.unless(self).text
    var looper: Looper?
    // Threads that start from here on leave Ctrl-C to the waiting thread.
    _ = StopSignals()
    let page = ShownPage(.own, paging.wish)
    let socket = PlaySocket.open(page)
    defer { socket?.stop() }
    while true {
      let chosen = kept.unless(play)
      do {
        let playing = play.on(chosen)
        guard let picked = try playing.perform(chosen, keeping: kept, message, page, score, &looper)
        else { return }
        (play, kept) = (play.withoutRecording, kept.played())
        before = (play, kept)
        (play, kept) = (play.forgetting(picked.direction), kept.on(picked))
        message = picked.text
      } catch let error as DeviceError {
        guard error.kind != .lost else { throw error }
        if let last = before {
          message = "\(error.text(\.options)); playing goes on as before"
          (play, kept, before) = (last.play, last.kept, nil)
        } else if chosen.hasDevice {
          message = "\(error.text(\.options)); it was picked last time, the usual device plays now"
          (kept.input, kept.inputChannel, kept.output) = (nil, nil, nil)
        } else {
          throw error
        }
      }
    }
  }
}
