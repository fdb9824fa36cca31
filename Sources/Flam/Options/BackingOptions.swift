// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Engine
import Notation
import Patterns
import Sequencing

/// The backing.
struct BackingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play this sound file along with the drums.", valueName: "file"))
  var backing: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Gain of the backing in dB (-60...12).", valueName: "decibels"))
  var backingGain: Float = 0

  @Flag(help: "Repeat the backing.")
  var backingLoop = false

  @Option(
    help: ArgumentHelp(
      "Play this pattern along, over and over: a groove by its name, a drum tab or a MIDI file. --tempo says how fast it begins.",
      valueName: "file"))
  var pattern: String?

  @Flag(help: "The pattern follows your tempo, within what is musical.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Bars that are counted in (1...8): before a backing also by a voice, else by clicks alone; needs --tempo.",
      valueName: "bars"))
  var countIn: Int?

  @Flag(
    help: "Click while you play, with or without a backing; --tempo says how fast (default: 120).")
  var click = false

  @Option(
    help: ArgumentHelp(
      "Click in this tempo, in beats a minute (\(PlayedTempo.rangeText)); with --count-in alone only that long.",
      valueName: "tempo"))
  var tempo: Double?

  @Option(help: ArgumentHelp("Time signature of the clicks.", valueName: "beats/unit"))
  var meter = Meter.common

  @Flag(inversion: .prefixedNo, help: "Record the backing too, or only hear it.")
  var recordBacking = true

  func validate() throws {
    guard pattern != nil || !follow else {
      throw ValidationError("--follow goes with --pattern.")
    }
    guard backing != nil || (!backingLoop && recordBacking) else {
      throw ValidationError("--backing-loop and --no-record-backing go with --backing.")
    }
    guard PlayedBacking.gainsDecibels.contains(backingGain) else {
      throw ValidationError("--backing-gain must lie in -60...12, not \(backingGain).")
    }
    guard !click || countIn == nil || backing == nil else {
      throw ValidationError(
        "Give --click or --count-in with a backing, not both: its count-in clicks before it alone.")
    }
    guard countIn == nil || tempo != nil || pattern != nil else {
      throw ValidationError("--count-in needs a tempo: --count-in 1 --tempo 96.")
    }
    guard CountIn.barCounts.contains(countIn ?? 1), PlayedTempo.range.contains(tempo ?? 120) else {
      throw ValidationError(
        "--count-in must lie in 1...8 bars, --tempo in \(PlayedTempo.rangeText) beats a minute.")
    }
  }

  /// Opens the backing at a sample rate; nil without --backing.
  func track(sampleRateHz: Int) throws -> BackingTrack? {
    try backing.map { path in
      try BackingTrack(
        path: path, sampleRateHz: sampleRateHz, gainDecibels: backingGain, isLooped: backingLoop,
        countIn: clicks, isRecorded: recordBacking)
    }
  }

  /// Describes the backing for the session file; nil without --backing.
  func played() throws -> PlayedBacking? {
    try backing.map { path in
      try PlayedBacking(
        path: path, gainDecibels: backingGain, isLooped: backingLoop,
        countIn: clicks, isRecorded: recordBacking)
    }
  }

  /// Reads the pattern; nil without one.
  func song() throws(PatternError) -> Song? {
    try pattern.map { path throws(PatternError) in
      try Grooves.song(path)
    }
  }

  /// What loads and starts the pattern, behind a count-in; empty without one.
  ///
  /// - Parameter frame: The output frame that comes next.
  func accompaniment(_ song: Song?, fromFrame frame: Int, rateHz: Int) -> [ScheduledCommand] {
    guard let pattern else { return [] }
    let load = EngineCommand.loadPattern(
      EngineCommand.Pattern(path: pattern, beatsPerMinute: tempo, follows: follow))
    let end = backing == nil ? countInEnd(song, fromFrame: frame, rateHz: rateHz) : nil
    return [ScheduledCommand(load), ScheduledCommand(.startPattern, atFrame: end)]
  }

  /// The frame on which a count-in by clicks alone ends; nil without one.
  private func countInEnd(_ song: Song?, fromFrame frame: Int, rateHz: Int) -> Int? {
    guard let countIn, let tempo = tempo ?? song?.beatsPerMinute else { return nil }
    let meter = song?.bars.first?.meter ?? self.meter
    let start = frame + Int(countInDelaySeconds * Double(rateHz))
    let bars = TempoSegment(Tempo(tempo), meter, startFrame: start, sampleRateHz: rateHz)
    return bars.onset(ofBeat: countIn * meter.beatsPerBar)
  }

  /// What starts the metronome, and stops it after a count-in alone; empty without clicks.
  ///
  /// - Parameters:
  ///   - song: The pattern, whose tempo and meter it takes; nil without one.
  ///   - frame: The output frame that comes next.
  func metronome(_ song: Song?, fromFrame frame: Int, rateHz: Int) -> [ScheduledCommand] {
    let isWanted = click || countIn != nil || tempo != nil && song == nil
    guard isWanted, countIn == nil || backing == nil else { return [] }
    let tempo = tempo ?? song?.beatsPerMinute
    let meter = song?.bars.first?.meter ?? meter
    func command(_ isClicking: Bool) -> EngineCommand {
      .tempo(EngineCommand.Tempo(beatsPerMinute: tempo, meter: meter, isClicking: isClicking))
    }
    guard let end = countInEnd(song, fromFrame: frame, rateHz: rateHz) else {
      return [ScheduledCommand(command(true), atFrame: nil)]
    }
    let start = frame + Int(countInDelaySeconds * Double(rateHz))
    let starting = ScheduledCommand(command(true), atFrame: start)
    return click ? [starting] : [starting, ScheduledCommand(command(false), atFrame: end)]
  }

  /// How long after the start a count-in begins: at once before a backing.
  var countInDelaySeconds: Double { backing == nil ? 0.5 : 0 }

  /// The bars that are counted in; nil for none.
  var clicks: CountIn? {
    countIn.map {
      CountIn(bars: $0, meter: meter, beatsPerMinute: tempo ?? GridFinder.defaultBeatsPerMinute)
    }
  }
}
