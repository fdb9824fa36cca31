// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Profiles
import Reports
import ScorePlayer
import Scores
import Sessions
import SoundFiles
import Storage

struct PerformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perform",
    abstract: "Play a score, a program in Lua, with you or into a WAV.",
    usage: "flam perform <score> [<out>] [<options>]",
    discussion: """
        flam perform duck.lua                              live, while you play
        flam perform groove.lua groove.wav                 into a WAV
        flam perform duck.lua duck.wav --take claps.wav    what the microphone hears
        flam perform song.lua song.wav --seed 7 --events song.jsonl

      docs/scores.md shows how to write one. Live it plays beside you, as 'flam play' does, \
      until Ctrl-C or --seconds; 'score pause', 'score resume' and 'score stop' can be typed.

      A WAV needs no sound card, and takes as little time as it can. It ends when all scripts \
      have ended, the take is over, and the last sound has rung out. The same score, take, \
      kit, profile and seed give the same bits.
      """)

  /// The score to perform and the file to write.
  struct Files: ParsableArguments {
    @Argument(help: "Score to perform: Lua 5.4.")
    var score: String

    @Argument(
      help: "Sound file to write, in stereo: .wav, .flac or .ogg. Without it the score plays live.")
    var out: String?
  }

  /// What the score's notes are played on.
  struct Instruments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "SoundFont 2 whose General MIDI instruments play notes. Default: Debian's timgm6mb.",
        valueName: "file"))
    var soundfont: String?
  }

  /// Files that are written in addition to the sound.
  struct Keeping: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write what happens to this file, one JSON object a line.", valueName: "file"))
    var events: String?
  }

  /// How live playing is shown.
  struct Shown: ParsableArguments {
    @Flag(help: "Print lines in place of the screen.")
    var plain = false
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.need) var source: SourceOptions
  @OptionGroup(title: HelpSection.need) var length: SecondsOption
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.sound) var instruments: Instruments
  @OptionGroup(title: HelpSection.sound) var monitoring: MonitorOption
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.hearing) var adapting: AdaptingOptions
  @OptionGroup(title: HelpSection.hearing) var speech: SpeechOption
  @OptionGroup(title: HelpSection.along) var backing: BackingOptions
  @OptionGroup(title: HelpSection.devices) var devices: DuplexOptions
  @OptionGroup(title: HelpSection.devices) var buffering: BufferOptions
  @OptionGroup(title: HelpSection.recording) var recording: RecordingOptions
  @OptionGroup(title: HelpSection.recording) var keeping: Keeping
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.ports) var ports: PortOptions
  @OptionGroup(title: HelpSection.page) var paging: PageOptions
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var shown: Shown

  func validate() throws {
    if let seconds = length.seconds, !(seconds > 0 && seconds <= Self.mostSeconds) {
      throw ValidationError(
        "--seconds must be more than 0 and at most \(Int(Self.mostSeconds)), not \(seconds).")
    }
    guard files.out != nil else { return try play().validate() }
    guard recording.record == nil, !recording.sessions.isKept, !source.loop else {
      throw ValidationError("--record, --session and --loop go with live playing, without <out>.")
    }
  }

  /// A day.
  private static let mostSeconds = 86_400.0

  func run() throws {
    try OutputFiles.check(
      [files.out, keeping.events].compactMap { $0 },
      inputs: [files.score] + [source.take].compactMap { $0 }, isOverwriting: overwriting.force)
    let folder = ScoreFolder(path: files.score)
    let text = try Self.text(folder, path: files.score)
    if let out = files.out { return try render(folder, text, into: out) }
    let log = try PerformedLog(path: keeping.events, isOverwriting: overwriting.force)
    try play().run(
      with: PlayedScore(folder, text: text, soundFont: instruments.soundfont, log: log))
  }

  /// The playing beside which the score plays.
  private func play() throws -> Play {
    var play = try Play.parse([])
    (play.drums, play.source, play.ending) = (drums, source, length)
    (play.sound, play.monitoring) = (sound, monitoring)
    (play.answer, play.adapting, play.speech) = (answer, adapting, speech)
    (play.backing, play.devices, play.buffering) = (backing, devices, buffering)
    (play.recording, play.overwriting) = (recording, overwriting)
    (play.ports, play.paging, play.voicing) = (ports, paging, voicing)
    play.output.plain = shown.plain
    return play
  }

  private func render(_ folder: ScoreFolder, _ text: String, into out: String) throws {
    let rateHz = devices.stream.settings.rateHz
    let take = try source.take.map { path in try Self.take(path, rateHz: rateHz) }
    let links = ScoreLinks(sampleRateHz: rateHz)
    let performance = try InstrumentOptions(drums, sound, answer, voicing).performance(
      sampleRateHz: rateHz, defaultSeed: Render.defaultSeed, score: links)
    let log = try PerformedLog(path: keeping.events, isOverwriting: overwriting.force)
    var writer: SoundFileWriter
    do {
      writer = try recording.format.writer(
        path: out, sampleRateHz: rateHz, channelCount: 2, isOverwriting: overwriting.force)
    } catch {
      log.remove()
      throw error
    }
    let outcome: ScoreRendering.Outcome
    do {
      let rendering = ScoreRendering(performance, links, periodFrames: devices.stream.period)
      outcome = try rendering.run(
        folder, text: text, seed: performance.settings.seed, hearing: take,
        frameLimit: length.seconds.map { Int(($0 * Double(rateHz)).rounded()) },
        soundFont: instruments.soundfont,
        write: { try writer.write($0) }, report: { log.report($0, say: Terminal.report) })
    } catch let error as ScoreError {
      // What came before the error is whole.
      try writer.finish()
      throw CommandFailure(.brokenData, "\(error)")
    }
    try performance.checkPlugins()
    try writer.finish()
    try log.check()
    let seconds = (Double(outcome.frameCount) / Double(rateHz)).text(places: 1)
    let hits = source.take == nil ? "" : "\(outcome.hitCount) hits in "
    Terminal.report("\(out): \(hits)\(seconds) s")
    if outcome.isLeft {
      Terminal.report(
        "the score has no end, and was left after \(ScoreRendering.longestSeconds) s; --seconds says how long it is"
      )
    }
  }

  private static func text(_ folder: ScoreFolder, path: String) throws(CommandFailure) -> String {
    do throws(SystemError) { return try folder.text() } catch {
      throw CommandFailure(.noInput, "cannot read '\(path)': \(error); give the path of a score")
    }
  }

  /// A take at the rate of the score.
  private static func take(_ path: String, rateHz: Int) throws -> any TakeSource {
    let file = try TakeFile.reported(path: path)
    guard file.sampleRateHz != rateHz else { return try file.reader() }
    let samples = try Take(path: path).samples
    return HeldTake(
      Resampler.convert(samples, channelCount: 1, fromHz: file.sampleRateHz, toHz: rateHz))
  }
}
