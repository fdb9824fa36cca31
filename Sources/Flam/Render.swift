// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Profiles
import Reports
import Sessions
import SoundFiles

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn a sound file of taps into a WAV of drums.",
    usage: "flam render <take> <out> [<options>]",
    discussion: """
        flam render taps.flac drums.wav
        flam render taps.flac drums.wav --kit GMRockKit --profile me
        flam render taps.flac drums.wav --events hits.jsonl
        flam render taps.flac drums.wav --stems     drums-kick.wav and so on, too

      This needs no sound card, and takes as little time as it can. The WAV has the sample \
      rate of the take. It ends when the last drum has rung out.

      The same take, kit, profile and seed give the same bits.
      """)

  /// The take to hear and the file to write.
  struct Files: ParsableArguments {
    @Argument(help: "Sound file to hear: any format, rate and channels.")
    var take: String

    @Argument(help: "Sound file to write, in stereo: .wav, .flac or .ogg.")
    var out: String
  }

  /// Files that are written in addition to the sound.
  struct Keeping: ParsableArguments {
    @Option(
      help: ArgumentHelp("Write the hits to this file, one JSON object a line.", valueName: "file"))
    var events: String?

    @Flag(
      help: """
        Also write each part to a file of its own: the drums of each sound, the room, the delay, the \
        microphone.
        """)
    var stems = false
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.need) var drums: DrumOptions
  @OptionGroup(title: HelpSection.sound) var sound: SoundOptions
  @OptionGroup(title: HelpSection.sound) var monitoring: MonitorOption
  @OptionGroup(title: HelpSection.hearing) var answer: AnswerOptions
  @OptionGroup(title: HelpSection.hearing) var heard: InputChannelOption
  @OptionGroup(title: HelpSection.recording) var keeping: Keeping
  @OptionGroup(title: HelpSection.recording) var sessions: SessionOptions
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var voicing: VoiceOptions
  @OptionGroup(title: HelpSection.advanced) var block: BlockOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var instrument: InstrumentOptions { InstrumentOptions(drums, sound, answer, voicing) }
  var take: String { files.take }
  var out: String { files.out }
  var events: String? { keeping.events }
  var stems: Bool { keeping.stems }
  var period: Int { block.period }
  var json: Bool { output.json }
  var force: Bool { overwriting.force }

  /// The seed without --seed. It is fixed, so that a rendering can be repeated.
  static let defaultSeed: UInt64 = 1

  func run() throws {
    try OutputFiles.check(
      [out] + [events].compactMap { $0 }, inputs: [take], isOverwriting: force)
    let take = try TakeFile.reported(path: take, channels: heard.takeChannels)
    try instrument.loadProfile().warning(heardByTwo: take.hearsTwo)
      .map { Terminal.report($0.text(\.options)) }
    let performance = try instrument.performance(
      sampleRateHz: take.sampleRateHz, hearsTwo: take.hearsTwo, defaultSeed: Self.defaultSeed,
      keepsLog: sessions.isKept, hearsAll: true, monitorDecibels: monitoring.monitor)
    let eventFile = try events.map { path throws(SessionError) in
      try LineFile(path: path, isOverwriting: force)
    }
    var writer: SoundFileWriter
    let parts: RenderedStems?
    do {
      parts =
        stems
        ? try RenderedStems(
          beside: out, performance.stemNames, inputs: [take.path] + [events].compactMap { $0 },
          format: format, sampleRateHz: take.sampleRateHz, periodFrames: period,
          isOverwriting: force) : nil
      writer = try format.writer(
        path: out, sampleRateHz: take.sampleRateHz, channelCount: 2, isOverwriting: force)
    } catch {
      eventFile?.remove()
      throw error
    }
    let session = try sessions.imported(
      take, through: performance, instrument, periodFrames: period)
    var hitCount = 0
    // A reader that goes away costs no sound.
    var unreported: (any Error)?
    let reader = try take.reader()
    do {
      try Rendering(performance, periodFrames: period, stems: parts?.buffers).run(
        reader,
        write: { block throws in
          try writer.write(block.played)
          try parts?.write(frameCount: block.heard.count)
          try session?.write(block)
        },
        report: { hit throws in
          hitCount += 1
          try eventFile?.write([hit.jsonLine])
          try session?.append(hit)
          guard json && unreported == nil else { return }
          do { try Terminal.print(hit.jsonLine) } catch { unreported = error }
        })
      try performance.checkPlugins()
      try writer.finish()
      try parts?.finish()
    } catch {
      session?.discard()
      throw error
    }
    if let session {
      try session.finish(lateHits: performance.snapshot.lateHits, periodFrames: period)
      Terminal.report("session kept in '\(session.folder.path)': 'flam replay' plays it again")
    }
    let seconds = (Double(writer.frameCount) / Double(take.sampleRateHz)).text(places: 1)
    Terminal.report(CertaintyText(performance).description)
    Terminal.report("\(out): \(hitCount) hits in \(seconds) s")
    if hitCount == 0 { UnheardTake.report(path: take.path) }
    try reader.checkEnd()
    if let unreported { throw unreported }
  }
}
