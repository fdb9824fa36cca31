// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Kits
import Looping
import Sequencing
import Simulation

@testable import Sessions

/// Loops that were played, with a kit of three short noises.
struct PlayedLoops {
  /// A note of a layer: its pad and where in the cycle it begins, in frames.
  typealias Note = (pad: String, frame: Int)

  static let rateHz = 48_000
  /// Where the loops begin.
  private static let begin = 10_000
  /// Layers are begun and ended so long before the seam.
  private static let leadFrames = 2000

  private(set) var looper = Looper(sampleRateHz: rateHz)
  private var count = 0

  /// A loop, of which each layer is played in a cycle of its own. The first one begins with a note on frame 0.
  init(
    _ layers: [[Note]], beatsPerMinute: Double = 120, meter: Meter = .common, bars: Int = 1
  ) throws {
    let setup = LoopSetup(
      beatsPerMinute: beatsPerMinute, meter: meter, bars: bars, barFrame: Self.begin)
    try looper.perform(.arm(setup), atFrame: 0)
    let length = Self.cycleFrames(beatsPerMinute, beats: bars * meter.beatsPerBar)
    for (cycle, notes) in layers.enumerated() {
      let start = Self.begin + cycle * length
      if cycle > 1 {
        _ = looper.advance(to: start - Self.leadFrames)
        try looper.perform(.overdub(false), atFrame: looper.frame)
        try looper.perform(.overdub(true), atFrame: looper.frame)
      }
      for note in notes { hear(note, from: start) }
    }
    _ = looper.advance(to: Self.begin + (layers.count + 1) * length - Self.leadFrames)
    try looper.perform(.overdub(false), atFrame: looper.frame)
  }

  /// A cycle of a whole number of frames.
  private static func cycleFrames(_ beatsPerMinute: Double, beats: Int) -> Int {
    Int(Double(60 * rateHz * beats) / beatsPerMinute)
  }

  private mutating func hear(_ note: Note, from start: Int) {
    _ = looper.advance(to: start + note.frame)
    count += 1
    looper.hear(
      HeardNote(id: count, pad: note.pad, velocity: 0.7, frame: start + note.frame))
  }

  mutating func perform(_ command: LoopCommand) throws {
    try looper.perform(command, atFrame: looper.frame)
  }

  /// Adds a layer of what the microphone hears in a cycle, by output frames; returns where that cycle began.
  mutating func addSound(_ signal: (Int) -> Float) throws -> Int {
    try perform(.source(.microphone))
    guard let grid = looper.content.grid else { return 0 }
    let start = grid.start(ofCycle: grid.cycle(atFrame: looper.frame) + 1)
    // Half a step before the cycle begins, as notes do.
    let early = Self.rateHz / 16
    advance(to: start - early, signal)
    try perform(.overdub(true))
    advance(to: start - early + grid.cycleFrames, signal)
    try perform(.overdub(false))
    advance(to: start + 2 * grid.cycleFrames, signal)
    return start
  }

  /// A bar at 120 beats a minute of what the microphone hears alone, from frame 100 000 on.
  static func sound(_ signal: (Int) -> Float) throws -> PlayedLoops {
    var loop = try PlayedLoops(empty: ())
    try loop.perform(.source(.microphone))
    var setup = LoopSetup(beatsPerMinute: 120, bars: 1, barFrame: 100_000)
    setup.beginsAtOnce = true
    loop.advance(to: 99_000, signal)
    try loop.perform(.arm(setup))
    loop.advance(to: 250_000, signal)
    try loop.perform(.overdub(false))
    try loop.perform(.undo)
    loop.advance(to: 400_000, signal)
    return loop
  }

  private init(empty: Void) throws {}

  private mutating func advance(to end: Int, _ signal: (Int) -> Float) {
    while looper.frame < end {
      _ = looper.hear(until: looper.frame - 700) { $0.map(signal) }
      _ = looper.advance(to: min(end, looper.frame + 2400))
    }
  }

  /// The loop with a kit of drums, each of one sound.
  var saved: SavedLoop {
    var settings = InstrumentSettings()
    settings.playing = PlayingStyle(choice: .roundRobin)
    return SavedLoop(
      looper, kit: Self.kit, kitPath: "", adjustments: KitAdjustments(), settings: settings,
      mix: MixSettings())
  }

  /// Drums of 0.3 s, so soft that no limiter hears them.
  static let kit: Kit = {
    let drums = TestKit.noiseDrums(frameCount: 14_400).map { drum in
      var drum = drum
      drum.layers = drum.layers.map { $0.map { $0.map { 0.1 * $0 } } }
      return drum
    }
    return TestKit.kit(drums)
  }()
}
