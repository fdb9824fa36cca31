// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import ArgumentParser
import Charts
import DSP

extension LimiterKind: ExpressibleByArgument {}

struct LimiterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limiter",
    abstract: "Send a sound file through a limiter.",
    usage: "flam limiter <file> <out> [<options>]",
    discussion: """
        flam limiter loud.wav limited.wav --drive 12     12 dB louder first
        flam limiter loud.wav quiet.wav --kind look-ahead
        flam limiter loud.wav cut.wav --kind hard --plot limiters.svg

      soft        what you hear when you play: unchanged below -6 dBFS, 0.17 ms late
      look-ahead  what a recording uses: turns down before a peak comes; -1 dBTP
      smart       turns down only around peaks, as briefly as possible
      sigmoid     bends everything, along a hyperbolic tangent
      hard        cuts off at -0.3 dBFS

      The delay of the limiter is taken out of the file. docs/limiters.md compares them.
      """)

  /// The file to limit and the file to write.
  struct Files: ParsableArguments {
    @Argument(help: "Sound file to limit: any format, rate and channels.")
    var file: String

    @Argument(help: "WAV to write, with the rate and channels of the file.")
    var out: String
  }

  /// The limiter, and the gain before it.
  struct Limiting: ParsableArguments {
    @Option(help: ArgumentHelp("Limiter.", valueName: "kind"))
    var kind = LimiterKind.soft

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Make the sound louder first, by dB (-60...60).", valueName: "decibels"))
    var drive: Float = 0
  }

  /// The file to draw the limiters into.
  struct Drawing: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        """
        Draw each limiter's wave, spectrum and THD+N into this .svg or .png, for a sine that is --drive too loud (12 dB \
        without it).
        """, valueName: "file"))
    var plot: String?
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.sound) var limiting: Limiting
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var drawing: Drawing
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var file: String { files.file }
  var out: String { files.out }
  var kind: LimiterKind { limiting.kind }
  var drive: Float { limiting.drive }
  var plot: String? { drawing.plot }
  var json: Bool { output.json }
  var force: Bool { overwriting.force }

  func validate() throws {
    guard (-60...60).contains(drive) else {
      throw ValidationError("--drive must lie in -60...60, not \(drive).")
    }
    if let plot, ChartFile(path: plot) == nil {
      throw ValidationError("--plot must end in .svg or .png, not '\(plot)'.")
    }
  }

  func run() throws {
    try OutputFiles.check(
      [out] + [plot].compactMap { $0 }, inputs: [file], isOverwriting: force)
    let sound = try WholeSound(path: file)
    let gain = Units.amplitude(decibels: drive)
    let driven = drive == 0 ? sound.samples : sound.samples.map { gain * $0 }
    let limited = kind.limited(
      driven, channelCount: sound.channelCount, sampleRateHz: Float(sound.sampleRateHz))
    var writer = try format.writer(
      path: out, sampleRateHz: sound.sampleRateHz, channelCount: sound.channelCount,
      isOverwriting: force)
    try writer.write(limited)
    try writer.finish()
    let summary = LimiterSummary(
      kind: kind, driveDecibels: drive, sound, driven: driven, limited: limited)
    if json { try Terminal.print(summary.jsonLine) } else { Terminal.tell("\(out): \(summary)") }
    if let chart = plot.flatMap(ChartFile.init(path:)) {
      try LimiterPlot(driveDecibels: drive > 0 ? Double(drive) : 12).draw(to: chart)
    }
  }
}
