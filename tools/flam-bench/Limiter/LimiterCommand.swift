// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Charts
import DSP
import Limiters
import Profiles
import SoundFiles

extension LimiterKind: ExpressibleByArgument {}

struct LimiterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limiter",
    abstract: "Send a sound file through a limiter.",
    discussion: """
        flam-bench limiter loud.wav limited.wav --drive 12     12 dB louder first
        flam-bench limiter loud.wav quiet.wav --kind look-ahead
        flam-bench limiter loud.wav cut.wav --kind hard --plot limiters.svg

      soft        what you hear when you play: unchanged below -6 dBFS, 0.17 ms late
      look-ahead  what a recording uses: turns down before a peak comes; -1 dBTP
      smart       turns down only around peaks, as briefly as possible
      sigmoid     bends everything, along a hyperbolic tangent
      hard        cuts off at -0.3 dBFS

      The delay of the limiter is taken out of the file. docs/limiters.md compares them.
      """)

  @Argument(help: "Sound file to limit: any format, rate and channels.")
  var file: String

  @Argument(help: "WAV to write, with the rate and channels of the file.")
  var out: String

  @Option(help: ArgumentHelp("Limiter.", valueName: "kind"))
  var kind = LimiterKind.soft

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make the sound louder first, by dB (-60...60).", valueName: "decibels"))
  var drive: Float = 0

  @Option(help: "Bits of a sample: 16, dithered, or float.")
  var bits = Bits.float

  @Option(
    help: ArgumentHelp(
      """
      Draw each limiter's wave, spectrum and THD+N into this .svg or .png, for a sine that is --drive too loud (12 dB \
      without it).
      """, valueName: "file"))
  var plot: String?

  @Flag(help: "Overwrite files that exist.")
  var force = false

  @Flag(help: "Write what was done as a JSON object.")
  var json = false

  enum Bits: String, CaseIterable, ExpressibleByArgument {
    case float
    case bits16 = "16"
  }

  func validate() throws {
    guard (-60...60).contains(drive) else {
      throw ValidationError("--drive must lie in -60...60, not \(drive).")
    }
    if let plot, ChartFile(path: plot) == nil {
      throw ValidationError("--plot must end in .svg or .png, not '\(plot)'.")
    }
  }

  func run() throws {
    let sound = try WholeSound(path: file)
    let gain = Units.amplitude(decibels: drive)
    let driven = drive == 0 ? sound.samples : sound.samples.map { gain * $0 }
    let limited = kind.limited(
      driven, channelCount: sound.channelCount, sampleRateHz: Float(sound.sampleRateHz))
    var writer = try SoundFileWriter(
      path: out, sampleRateHz: sound.sampleRateHz, channelCount: sound.channelCount,
      encoding: bits == .float ? .float32 : .pcm16, ditherSeed: 1, isOverwriting: force)
    try writer.write(limited)
    try writer.finish()
    let summary = LimiterSummary(
      kind: kind, driveDecibels: drive, sound, driven: driven, limited: limited)
    print(json ? summary.jsonLine : "\(out): \(summary)")
    if let chart = plot.flatMap(ChartFile.init(path:)) {
      try LimiterPlot(driveDecibels: drive > 0 ? Double(drive) : 12).draw(to: chart)
    }
  }
}
