// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import DSP
import Measuring
import Realtime
import Reports
import Sessions
import SoundFiles

struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the pitch of a drum, a string or a voice; nothing plays.",
    usage: "flam tune [<take>] [<options>]",
    discussion: """
        flam tune                            a tuner at the microphone; Ctrl-C ends
        flam tune --a4 442                   for an orchestra that tunes higher
        flam tune hum.wav                    the notes of a hummed line
        flam tune hum.wav --midi hum.mid     and write them down as MIDI
        flam tune hum.wav --bass bass.wav    and play them on a bass

      The needle shows how far the pitch is from the nearest note, from -50 to +50 cents; \
      a semitone has 100. Each note is a line once it has ended: when it began, its pitch, \
      its level, and how long it was held. One note at a time, from 60 to 1000 Hz, is heard.
      """)

  /// The take to hear.
  struct Source: ParsableArguments {
    @Argument(help: "Sound file to hear. Default: the microphone.")
    var take: String?
  }

  /// What pitches are compared with, and how they are shown.
  struct PitchOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("What A4 is tuned to, in Hz (300...600).", valueName: "hertz"))
    var a4: Float = 440

    @Flag(help: "A line every 50 ms with what sounds then, instead of a line a note.")
    var pitches = false

    func validate() throws {
      guard KeyPitch.tunings.contains(a4) else {
        throw ValidationError("--a4 must lie in 300...600 Hz, not \(a4).")
      }
    }
  }

  /// The file to write.
  struct Keeping: ParsableArguments {
    @Option(help: ArgumentHelp("Write the notes to this MIDI file.", valueName: "file"))
    var midi: String?
  }

  @OptionGroup(title: HelpSection.need) var source: Source
  @OptionGroup(title: HelpSection.need) var ending: SecondsOption
  @OptionGroup(title: HelpSection.hearing) var pitch: PitchOptions
  @OptionGroup(title: HelpSection.devices) var stream: StreamOptions
  @OptionGroup(title: HelpSection.recording) var keeping: Keeping
  @OptionGroup(title: HelpSection.recording) var bass: HummedBass.Options
  @OptionGroup(title: HelpSection.recording) var format: BitDepthOptions
  @OptionGroup(title: HelpSection.recording) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var take: String? { source.take }
  var seconds: Double? { ending.seconds }
  private var written: [String] { [keeping.midi, bass.bass].compactMap { $0 } }

  func validate() throws {
    try StreamOptions.validate(seconds: seconds)
    if take == nil { try stream.validateForDevices() }
    guard take == nil || !stream.namesCapture else {
      throw ValidationError("Give a sound file or a device to hear, not both.")
    }
  }

  func run() throws {
    try OutputFiles.check(
      written, inputs: [take].compactMap { $0 }, isOverwriting: overwriting.force)
    if let take {
      try listen(to: take)
    } else {
      try listenLive()
    }
  }

  private func listen(to path: String) throws {
    StopSignals.endAtOnce()
    let take = try TakeFile.reported(path: path, channels: stream.takeChannels)
    let reader = try take.reader()
    var report = PitchReport(pitch, isJSON: output.json, sampleRateHz: take.sampleRateHz)
    try report.begin()
    var remaining = seconds.map { Int($0 * Double(take.sampleRateHz)) } ?? .max
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: stream.period)
    let second: UnsafeMutableBufferPointer<Float>? =
      take.hearsTwo ? .allocate(capacity: stream.period) : nil
    defer {
      block.deallocate()
      second?.deallocate()
    }
    while remaining > 0 {
      let wanted = UnsafeMutableBufferPointer(rebasing: block.prefix(remaining))
      let count = reader.read(into: wanted, second: second)
      guard count > 0 else { break }
      remaining -= count
      try report.hear(wanted.prefix(count))
    }
    try report.end()
    if seconds == nil { try reader.checkEnd() }
    try write(report.notes, sampleRateHz: take.sampleRateHz, heardIn: "'\(path)'")
  }

  private func listenLive() throws {
    let signals = StopSignals()
    let loop = try AudioLoop(
      input: .capture(device: stream.captureDevice), output: .clock, settings: stream.settings)
    loop.reports.filter { !$0.differences.isEmpty }.forEach { Terminal.reportLines($0.text) }
    let tap = InputTap(sampleRateHz: loop.rateHz, hearsTwo: loop.hearsTwo)
    try loop.start(
      tap.handler, keeping: tap,
      frameLimit: seconds.map { Int($0 * Double(loop.rateHz)) }, survivesLoss: true)
    var report = PitchReport(pitch, isJSON: output.json, sampleRateHz: loop.rateHz)
    try report.begin()
    let devices = DeviceText(rateHz: loop.rateHz, still: "Still listening")
    var microphone = MicrophoneText()
    let start = MonotonicClock.now
    while loop.isRunning && !signals.wait(milliseconds: 50) {
      let samples = tap.newSamples().samples
      let text = microphone.message(
        peak: samples.reduce(0) { max($0, abs($1)) },
        channels: (loop.inputChannels, loop.statistics().channelPeaks),
        atSeconds: (MonotonicClock.now - start) / .seconds(1))
      try report.hear(samples)
      for line in [text].compactMap({ $0 }) + loop.newEvents().map({ devices.line($0) }) {
        Terminal.clear()
        Terminal.report(line)
      }
      if let step = report.step { Terminal.show(NeedleLine(step, a4Hz: pitch.a4).description) }
    }
    loop.stop()
    let ending = loop.wait()
    Terminal.clear()
    try report.hear(tap.newSamples().samples)
    try report.end()
    // What was heard before a device was lost is kept.
    if case .lost(let failure) = ending, report.notes.isEmpty { throw failure }
    try write(report.notes, sampleRateHz: loop.rateHz, heardIn: "the microphone")
    if case .lost(let failure) = ending { throw failure }
  }

  /// Writes the files that were asked for; says where there is nothing to write.
  private func write(_ notes: [SungNote], sampleRateHz: Int, heardIn place: String) throws {
    guard !notes.isEmpty else {
      let reason =
        "no note was heard in \(place): hum or play one note at a time, louder than -54 dBFS, "
        + "from 60 to 1000 Hz"
      guard let path = written.first else { return Terminal.report(reason) }
      throw CommandFailure(.noInput, "cannot write '\(path)': \(reason)")
    }
    let played = HummedNote.all(notes, a4Hz: pitch.a4)
    let count = "\(notes.count) \(notes.count == 1 ? "note" : "notes")"
    if let path = keeping.midi {
      try StandardMIDIFile(played, sampleRateHz: sampleRateHz).write(to: path)
      Terminal.report("\(path): \(count)")
    }
    if let path = bass.bass {
      var writer = try format.writer(
        path: path, sampleRateHz: sampleRateHz, channelCount: 1, isOverwriting: overwriting.force)
      try HummedBass(notes: played, options: bass, sampleRateHz: sampleRateHz, a4Hz: pitch.a4)
        .write(to: &writer)
      Terminal.report("\(path): \(count)")
    }
  }
}
