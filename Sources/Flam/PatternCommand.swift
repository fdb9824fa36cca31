// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Patterns
import Profiles
import ScorePlayer
import Sequencing
import Sessions
import SoundFiles

struct PatternCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pattern",
    abstract: "Show a drum tab or a MIDI file, or play it into a WAV.",
    usage: "flam pattern [<file> [<out>]] [<options>]",
    discussion: """
        flam pattern                                        names of the grooves
        flam pattern rock                                   the tab, on the screen
        flam pattern groove.txt groove.wav --repeat 4       what it sounds like
        flam pattern song.mid song.wav --tempo 90           slower, with your drums
        flam play --pattern funk                            with you, while you play

      A pattern is a text that you can write yourself: a drum tab as 'flam sheet' prints it, \
      with a title, a tempo and sections. docs/patterns.md shows how. Of a MIDI file the \
      drums are played: channel 10.

      A WAV needs no sound card, and takes as little time as it can. The same pattern, kit \
      and seed give the same bits.
      """)

  /// The pattern to read and the file to write.
  struct Files: ParsableArguments {
    @Argument(
      help: """
        Pattern: a groove by its name, a drum tab (.txt) or a Standard MIDI File (.mid). \
        Without it the grooves are listed.
        """)
    var file: String?

    @Argument(
      help: "Sound file to write, in stereo: .wav, .flac or .ogg. Without it the tab is printed.")
    var out: String?
  }

  /// The kit that plays.
  struct Drums: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Name or path of a kit; 'flam kits' lists them. Default: the bundled kit.",
        valueName: "name"))
    var kit: String?
  }

  /// How it is played.
  struct Played: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Beats a minute at the beginning (\(PlayedTempo.rangeText)); later changes are as large. Default: the pattern's.",
        valueName: "tempo"))
    var tempo: Double?

    @Option(
      name: .customLong("repeat"),
      help: ArgumentHelp("How often it is played (1...1000).", valueName: "times"))
    var turns = 1

    func validate() throws {
      guard PlayedTempo.range.contains(tempo ?? 120) else {
        throw ValidationError("--tempo must lie in \(PlayedTempo.rangeText) beats a minute.")
      }
      guard (1...1000).contains(turns) else {
        throw ValidationError("--repeat must lie in 1...1000, not \(turns).")
      }
    }
  }

  /// Files that are written in addition to the sound.
  struct Keeping: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write each note to this file, one JSON object a line.", valueName: "file"))
    var events: String?
  }

  /// The clock of the sound file.
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

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.need) var drums: Drums
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.timing) var played: Played
  @OptionGroup(title: HelpSection.recording) var keeping: Keeping
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var clock: Clock
  @OptionGroup(title: HelpSection.advanced) var block: BlockOption

  /// No sound file is longer, in seconds.
  private static let mostSeconds = 10_800.0

  func validate() throws {
    guard files.out != nil || keeping.events == nil else {
      throw ValidationError("--events goes with a sound file to write.")
    }
  }

  func run() throws {
    guard let file = files.file else {
      try Terminal.printLines(Grooves.names)
      return Terminal.report("Play along with one: flam play --pattern rock")
    }
    let song = try Grooves.song(file)
    guard let out = files.out else {
      return try Terminal.printBlock("\(SongTab(song))\n\n\(SongTab.legend)")
    }
    try OutputFiles.check(
      [out] + [keeping.events].compactMap { $0 }, inputs: [file],
      isOverwriting: overwriting.force)
    let seconds = song.seconds(beatsPerMinute: played.tempo) * Double(played.turns)
    guard seconds <= Self.mostSeconds else {
      throw CommandFailure(
        .usage,
        "cannot write '\(out)': it would last \(Int(seconds / 60)) minutes, more than "
          + "\(Int(Self.mostSeconds / 60)); repeat less with --repeat, or play faster with --tempo")
    }
    try render(song, into: out)
  }

  private func render(_ song: Song, into out: String) throws {
    let rateHz = clock.rate
    var drums = try DrumOptions.parse([])
    drums.kit = self.drums.kit
    let performance = try InstrumentOptions(
      drums, sound, try AnswerOptions.parse([]), voicing
    ).performance(
      sampleRateHz: rateHz, defaultSeed: Render.defaultSeed,
      score: ScoreLinks(sampleRateHz: rateHz))
    let events = try keeping.events.map { path throws(SessionError) in
      try LineFile(path: path, isOverwriting: overwriting.force)
    }
    var writer: SoundFileWriter
    do {
      writer = try format.writer(
        path: out, sampleRateHz: rateHz, channelCount: 2, isOverwriting: overwriting.force)
    } catch {
      events?.remove()
      throw error
    }
    let outcome = try SongRendering(performance, periodFrames: block.period).run(
      song, beatsPerMinute: played.tempo, turns: played.turns,
      write: { block throws in try writer.write(block) },
      report: { note throws in try events?.write([note.jsonLine]) })
    try performance.checkPlugins()
    try writer.finish()
    for drum in outcome.missing.map(\.label).sorted() {
      Terminal.report("the kit has no drum for '\(drum)': its notes are left out")
    }
    if outcome.crowdedCount > 0 {
      Terminal.report("\(outcome.crowdedCount) notes are left out: too many come at once")
    }
    let length = (Double(outcome.frameCount) / Double(rateHz)).text(places: 1)
    Terminal.report("\(out): \(outcome.noteCount) notes in \(length) s")
  }
}
