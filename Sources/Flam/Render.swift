// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import ArgumentParser
import AudioIO
import Sessions

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a sound file through the whole instrument into a WAV; no sound card, no clock.",
    discussion: """
      The output has the take's sample rate and goes on until the last drum has rung out. The same take, kit, profile \
      and seed give the same bits, whatever the period.

        flam render taps.flac drums.wav
        flam render taps.flac drums.wav --events hits.jsonl
        flam render taps.flac drums.wav --stems         and its parts: drums-kick.wav, drums-snare.wav...
        flam render taps.flac drums.wav --session       and keep a session, for 'flam replay', 'sheet' and 'report'
      """)

  @Argument(help: "Sound file to hear, of any format, rate and channel count.")
  var take: String

  @Argument(help: "WAV to write: stereo, of 32-bit floats unless --bits says otherwise.")
  var out: String

  @OptionGroup var instrument: InstrumentOptions

  @OptionGroup var format: BitDepthOptions

  @OptionGroup var sessions: SessionOptions

  @Flag(
    help: """
      Write beside it, each in a file of its own and aligned to the sample: the drums of each sound, their room, the \
      microphone as it is played along. Together the parts are the mix before its limiter.
      """)
  var stems = false

  @Option(
    help: ArgumentHelp(
      "Block size in frames (1...8192); the result does not depend on it.", valueName: "frames"))
  var period = StreamSettings().periodFrames

  @Option(
    help: ArgumentHelp(
      "Write the hits to this file, one JSON object a line.", valueName: "file"))
  var events: String?

  @Flag(help: "Write the hits to standard output, one JSON object a line.")
  var json = false

  @Flag(help: "Overwrite what exists.")
  var force = false

  /// The seed where none is given, so that a rendering can be repeated.
  static let defaultSeed: UInt64 = 1

  func validate() throws {
    guard (1...8192).contains(period) else {
      throw ValidationError("--period must lie in 1...8192 frames, not \(period).")
    }
  }

  func run() throws {
    try OutputFiles.check(
      [out] + [events].compactMap { $0 }, inputs: [take], isOverwriting: force)
    let take = try Take.told(path: take)
    let performance = try instrument.performance(
      sampleRateHz: take.sampleRateHz, defaultSeed: Self.defaultSeed,
      isTranscribed: sessions.isKept)
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
    let session = try RenderedSession(
      sessions, of: take, through: performance, instrument, periodFrames: period)
    var lines: [String] = []
    do {
      try Rendering(performance, periodFrames: period, stems: parts?.buffers).run(
        take.samples,
        write: { block throws in
          try writer.write(block)
          try parts?.write(frameCount: block.count / 2)
          try session?.write(block)
        },
        tell: { hit throws in
          lines.append(hit.jsonLine)
          try eventFile?.write([hit.jsonLine])
          try session?.note(hit)
        })
      try writer.finish()
      try parts?.finish()
    } catch {
      session?.discard()
      throw error
    }
    try session?.finish(performance.snapshot)
    let seconds = (Double(writer.frameCount) / Double(take.sampleRateHz)).text(places: 1)
    Terminal.tell(CertaintyText(performance).description)
    Terminal.tell("\(out): \(lines.count) hits in \(seconds) s")
    // Only now, so that a reader that goes away costs no sound.
    if json { for line in lines { try Terminal.print(line) } }
  }
}
