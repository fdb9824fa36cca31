// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import DSP
import Engine
import Instrument
import Plugins
import Screen
import Sequencing
import SoundFiles
import Storage

struct EffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fx",
    abstract: "Send a sound file through effects, into another.",
    usage: "flam fx <in> <out> --fx <effects> [<options>]",
    discussion: """
        flam fx drums.wav echoes.wav --fx delay:time=0.3:feedback=0.5
        flam fx drums.wav small.wav --fx highpass:cutoff=300,crush:bits=6
        flam fx drums.wav far.wav --fx lv2:uri=URI        a plug-in of 'flam plugins'
        flam fx drums.wav dub.wav --preset dub
        flam play --fx drums:reverb:size=0.8,compress     the same while you play

      \(EffectText.table.joined(separator: "\n"))

      The file keeps its rate and channels. Effects that come late are moved back into place, \
      and what rings on is kept.
      """)

  /// The sound files.
  struct Files: ParsableArguments {
    @Argument(help: "Sound file to send through: one or two channels, any rate.")
    var input: String

    @Argument(help: "Sound file to write: .wav, .flac or .ogg.")
    var out: String
  }

  /// The effects.
  struct Effects: ParsableArguments {
    @Option(
      name: .customLong("fx"),
      help: ArgumentHelp(
        "Effects in their order: delay:time=0.3:mix=0.5,reverb. More can follow in another.",
        valueName: "effects"),
      transform: { try EffectText.chain($0) })
    var chains: [[EffectSetting]] = []

    @Option(
      help: ArgumentHelp(
        "Quarters a minute (\(PlayedTempo.rangeText)), for echoes with the length of a note: delay:time=1/8.",
        valueName: "tempo"))
    var tempo = PlayedTempo().beatsPerMinute

    @OptionGroup var chosen: PresetOption

    @Flag(help: "Leave what comes late as late as it is.")
    var keepLatency = false

    func validate() throws {
      guard !chains.isEmpty || chosen.preset != nil else {
        throw ValidationError("write the effects: --fx delay:time=0.3,reverb")
      }
      guard !chains.joined().contains(where: { $0.effect.source?.kind == .bus && $0.source != nil })
      else {
        throw ValidationError("a file has no buses to listen to: leave the key out")
      }
      guard PlayedTempo.range.contains(tempo) else {
        throw ValidationError("--tempo must lie in \(PlayedTempo.rangeText) beats a minute.")
      }
    }

    /// All of them, the preset's first.
    func settings() throws(CommandFailure) -> [EffectSetting] {
      guard let preset = try chosen.loaded() else { return chains.flatMap { $0 } }
      guard let effects = preset.only else {
        throw CommandFailure(
          .usage,
          "cannot use the preset '\(chosen.preset ?? "")' for a sound file: it has effects of several "
            + "buses, but none of drums; write them with --fx")
      }
      return effects + chains.flatMap { $0 }
    }
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.sound) var effects: Effects
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption

  func run() throws {
    try OutputFiles.check([files.out], inputs: [files.input], isOverwriting: overwriting.force)
    var reader = try SoundFileReader(path: files.input)
    try reader.checkSampleRate()
    guard (1...2).contains(reader.channelCount) else {
      throw CommandFailure(
        .brokenData,
        "cannot use '\(files.input)': it has \(reader.channelCount) channels; "
          + "mix it to two: sox IN -c 2 OUT")
    }
    let settings = try effects.settings().map {
      try $0.read(sampleRateHz: reader.sampleRateHz, .waited)
    }
    var tempo = PlayedTempo()
    tempo.beatsPerMinute = effects.tempo
    let chain = EffectChain(settings, sampleRateHz: Float(reader.sampleRateHz), tempo: tempo)
    var writer = try format.writer(
      path: files.out, sampleRateHz: reader.sampleRateHz, channelCount: reader.channelCount,
      isOverwriting: overwriting.force)
    var sound = ShapedSound(
      silenceSeconds: settings.reduce(0) { $0 + ShapedSound.silenceSeconds(in: $1.effect) },
      skippedFrames: effects.keepLatency ? 0 : chain.latencyFrames,
      sampleRateHz: reader.sampleRateHz)
    func checkPlugins() throws {
      for setting in settings { if let fault = setting.pluginFault { throw fault } }
    }
    func write(_ frames: [Float]) throws {
      try checkPlugins()
      try writer.write(frames)
    }
    while let frames = try Self.read(&reader) {
      try write(sound.shape(frames, chain, channelCount: reader.channelCount))
    }
    while let tail = sound.tail(chain, channelCount: reader.channelCount) { try write(tail) }
    try checkPlugins()
    try writer.finish()
    let rate = Double(reader.sampleRateHz)
    let seconds = (Double(writer.frameCount) / rate).text(places: 1)
    let late = (1000 * Double(chain.latencyFrames) / rate).text(places: 1)
    Terminal.report(
      "\(files.out): \(seconds) s"
        + (chain.latencyFrames > 0
          ? "; while playing these effects come \(late) ms (\(chain.latencyFrames) frames) late"
          : ""))
  }

  /// The next frames, as the file has them; nil at its end.
  private static func read(_ reader: inout SoundFileReader) throws(SoundFileError) -> [Float]? {
    var frames = [Float](repeating: 0, count: ShapedSound.blockFrames * reader.channelCount)
    var span = frames.mutableSpan
    let count = try reader.read(into: &span)
    guard count > 0 else { return nil }
    return Array(frames.prefix(count * reader.channelCount))
  }
}

/// The sound of a file behind effects, from its first frame to the end of what rings on.
private struct ShapedSound {
  static let blockFrames = 4096
  /// What is softer, at -100 dBFS, has ended.
  private static let silence: Float = 1e-5
  /// Silence ends the tail after this time, which is longer than any in what an effect adds.
  static func silenceSeconds(in effect: Effect) -> Double {
    effect == .convolve ? Double(Limits.responseSeconds) + 0.5 : 4.5
  }

  /// A tail is no longer.
  private static let longestTailSeconds = 60.0

  private let silenceFrames: Int
  /// Frames at the beginning that are left out.
  private var skippedFrames: Int
  /// Frames that are at least written after the input, which it lacks for them.
  private var owedFrames: Int
  private var tailFrames: Int
  /// Silence that is written only if sound follows.
  private var held: [Float] = []

  init(silenceSeconds: Double, skippedFrames: Int, sampleRateHz: Int) {
    (self.skippedFrames, owedFrames) = (skippedFrames, skippedFrames)
    silenceFrames = Int(silenceSeconds * Double(sampleRateHz))
    tailFrames = Int(Self.longestTailSeconds * Double(sampleRateHz)) + skippedFrames
  }

  /// Frames of the file behind the effects.
  mutating func shape(_ frames: [Float], _ chain: borrowing EffectChain, channelCount: Int)
    -> [Float]
  {
    var stereo = channelCount == 2 ? frames : frames.flatMap { [$0, $0] }
    chain.process(&stereo)
    let shaped =
      channelCount == 2
      ? stereo
      : stride(from: 0, to: stereo.count, by: 2).map { 0.5 * (stereo[$0] + stereo[$0 + 1]) }
    let skipped = min(skippedFrames, shaped.count / channelCount)
    skippedFrames -= skipped
    return Array(shaped.dropFirst(skipped * channelCount))
  }

  /// More of what rings on; nil at its end.
  mutating func tail(_ chain: borrowing EffectChain, channelCount: Int) -> [Float]? {
    while tailFrames > 0, held.count / channelCount < silenceFrames {
      let count = min(Self.blockFrames, tailFrames)
      tailFrames -= count
      let silence = [Float](repeating: 0, count: count * channelCount)
      held += shape(silence, chain, channelCount: channelCount)
      let owed = min(owedFrames * channelCount, held.count)
      let heard =
        held.lastIndex { abs($0) > Self.silence }
        .map { ($0 / channelCount + 1) * channelCount } ?? 0
      let writtenCount = max(owed, heard)
      guard writtenCount > 0 else { continue }
      owedFrames = max(0, owedFrames - writtenCount / channelCount)
      defer { held.removeFirst(writtenCount) }
      return Array(held.prefix(writtenCount))
    }
    return nil
  }
}
