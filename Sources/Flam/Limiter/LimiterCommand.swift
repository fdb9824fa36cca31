// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import ArgumentParser
import AudioIO
import Charts
import DSP

extension LimiterKind: ExpressibleByArgument {}

struct LimiterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limiter",
    abstract: "Send a sound file through one of the limiters.",
    discussion: """
      soft        what you hear when you play: untouched below -6 dBFS, never over -0.3 dBFS, 0.17 ms late
      look-ahead  what 'play --record' keeps: turned down before a peak comes, true peaks at -1 dBTP
      smart       turned down around peaks alone, as briefly as can be
      sigmoid     bent all the way, as a hyperbolic tangent
      hard        cut off at -0.3 dBFS

        flam limiter loud.wav limited.wav --drive 12
        flam limiter loud.wav cut.wav --kind hard --plot limiters.svg

      The output is where the input was: what a limiter delays is taken back.
      """)

  @Argument(help: "Sound file to limit, of any format, rate and channel count.")
  var file: String

  @Argument(help: "WAV to write, with the file's rate and channels.")
  var out: String

  @Option(help: "soft, look-ahead, smart, sigmoid or hard.")
  var kind = LimiterKind.soft

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make it louder first, by this (-60...60).", valueName: "decibels"))
  var drive: Float = 0

  @OptionGroup var format: BitDepthOptions

  @Option(
    help: ArgumentHelp(
      """
      Draw what each kind makes of a sine that is this much too loud (12 dB where --drive gives none): wave, spectrum, \
      THD+N; into this .svg or .png.
      """, valueName: "file"))
  var plot: String?

  @Flag(help: "One JSON object on standard output.")
  var json = false

  @Flag(help: "Overwrite what exists.")
  var force = false

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
