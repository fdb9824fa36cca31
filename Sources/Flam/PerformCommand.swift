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
    abstract: "Turn a score, a program in Lua that plays, into a WAV.",
    usage: "flam perform <score> <out> [<options>]",
    discussion: """
        flam perform groove.lua groove.wav
        flam perform duck.lua duck.wav --take claps.wav    what the microphone hears
        flam perform song.lua song.wav --seed 7 --events song.jsonl

      docs/scores.md shows how to write one. This needs no sound card, and takes as little \
      time as it can. The WAV ends when all scripts have ended, the take is over, and the last \
      sound has rung out.

      The same score, take, kit, profile and seed give the same bits.
      """)

  /// The score to perform and the file to write.
  struct Files: ParsableArguments {
    @Argument(help: "Score to perform: Lua 5.4.")
    var score: String

    @Argument(help: "Sound file to write, in stereo: .wav, .flac or .ogg.")
    var out: String
  }

  /// What the score's notes are played on.
  struct Instruments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "SoundFont 2 whose General MIDI instruments play notes. Default: Debian's timgm6mb.",
        valueName: "file"))
    var soundfont: String?
  }

  /// What the score hears.
  struct Heard: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "What the microphone hears: a sound file of taps. Default: silence.", valueName: "file"))
    var take: String?
  }

  /// The clock of the score.
  struct Clock: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Sample rate in Hz (\(Take.sampleRatesHz.lowerBound)...\(Take.sampleRatesHz.upperBound)).",
        valueName: "hertz"))
    var rate = 48_000

    func validate() throws {
      guard Take.sampleRatesHz.contains(rate) else {
        throw ValidationError("--rate must lie in \(Take.sampleRatesHz) Hz, not \(rate).")
      }
    }
  }

  /// Files that are written in addition to the sound.
  struct Keeping: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write what happens to this file, one JSON object a line.", valueName: "file"))
    var events: String?
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.sound) var instruments: Instruments
  @OptionGroup(title: HelpSection.hearing) var heard: Heard
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.recording) var length: SecondsOption
  @OptionGroup(title: HelpSection.recording) var keeping: Keeping
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var clock: Clock
  @OptionGroup(title: HelpSection.advanced) var block: BlockOption

  func validate() throws {
    if let seconds = length.seconds, !(seconds > 0 && seconds <= Self.mostSeconds) {
      throw ValidationError(
        "--seconds must be more than 0 and at most \(Int(Self.mostSeconds)), not \(seconds).")
    }
  }

  /// A day.
  private static let mostSeconds = 86_400.0

  func run() throws {
    let inputs = [files.score] + [heard.take].compactMap { $0 }
    try OutputFiles.check(
      [files.out] + [keeping.events].compactMap { $0 }, inputs: inputs,
      isOverwriting: overwriting.force)
    let folder = ScoreFolder(path: files.score)
    let text = try Self.text(folder, path: files.score)
    let take = try heard.take.map { path in try Self.take(path, rateHz: clock.rate) }
    let links = ScoreLinks(sampleRateHz: clock.rate)
    let performance = try InstrumentOptions(drums, sound, answer, voicing).performance(
      sampleRateHz: clock.rate, defaultSeed: Render.defaultSeed, score: links)
    let log = PerformedLog(
      file: try keeping.events.map { path throws(SessionError) in
        try LineFile(path: path, isOverwriting: overwriting.force)
      })
    var writer: SoundFileWriter
    do {
      writer = try format.writer(
        path: files.out, sampleRateHz: clock.rate, channelCount: 2,
        isOverwriting: overwriting.force)
    } catch {
      log.remove()
      throw error
    }
    let outcome: ScoreRendering.Outcome
    do {
      outcome = try ScoreRendering(performance, links, periodFrames: block.period).run(
        folder, text: text, seed: performance.settings.seed, hearing: take,
        frameLimit: length.seconds.map { Int(($0 * Double(clock.rate)).rounded()) },
        soundFont: instruments.soundfont,
        write: { try writer.write($0) }, report: log.report)
    } catch let error as ScoreError {
      // What came before the error is whole.
      try writer.finish()
      throw CommandFailure(.brokenData, "\(error)")
    }
    try writer.finish()
    try log.check()
    let seconds = (Double(outcome.frameCount) / Double(clock.rate)).text(places: 1)
    let hits = heard.take == nil ? "" : "\(outcome.hitCount) hits in "
    Terminal.report("\(files.out): \(hits)\(seconds) s")
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

/// What a performed score reports: lines of its own to people, everything to a file.
private final class PerformedLog {
  private var file: LineFile?
  private var failure: SessionError?

  init(file: consuming LineFile?) { self.file = file }

  func report(_ event: ScoreRendering.Event) {
    switch event {
    case .score(let event):
      if ["score.print", "score.warning"].contains(event.event) {
        Terminal.report(String((event.text ?? "").map { $0 == "\t" ? " " : $0 }))
      }
      write(event.jsonLine)
    case .engine(let event): write(event.jsonLine)
    }
  }

  /// Takes the file away again.
  func remove() { file?.remove() }

  /// Throws if something could not be written.
  func check() throws(SessionError) { if let failure { throw failure } }

  private func write(_ line: String) {
    guard failure == nil else { return }
    do throws(SessionError) { try file?.write([line]) } catch { failure = error }
  }
}
