// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Testing

@testable import Looping

/// Loops of the microphone. The bar of the tests begins on frame 100 000 and has 96 000 frames; its sound begins half a step,
/// 3000 frames, before.
@Suite struct LoopSoundTests {
  private static func noise(_ frame: Int) -> Float {
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(frame)))
    return generator.uniform() - 0.5
  }

  private static func distance(_ one: [Float], _ other: [Float]) -> Float {
    zip(one, other).map { abs($0 - $1) }.max() ?? .infinity
  }

  /// A period of 100 frames divides the cycle.
  private static func sine(_ frame: Int) -> Float {
    Float(sin(2 * Double.pi * Double(frame) / 100))
  }

  @Test("a steady tone goes on over the seams and between stretches as if it were not cut")
  func seam() throws {
    var loop = try HeardLoop.bar(Self.sine)
    try loop.perform(.overdub(false), at: 193_100)
    let cycles = 300_000..<600_000
    #expect(Self.distance(loop.output(cycles), cycles.map(Self.sine)) < 1e-5)
  }

  @Test("each cycle is what was heard, sample by sample, but for 5 ms before the seam")
  func cycles() throws {
    var loop = try HeardLoop.bar(Self.noise)
    try loop.perform(.overdub(false), at: 193_100)
    let take = 97_000..<193_000
    for cycle in [1, 2, 40] {
      let output = loop.output(97_000 + cycle * 96_000..<193_000 + cycle * 96_000)
      #expect(Self.distance(output, take.map(Self.noise)) > 0.01)
      // The first comes in as soon as it is closed, and what was heard until then is there.
      let whole = (cycle == 1 ? 6000 : 0)..<take.count - 240
      let heard = take.map(Self.noise)
      #expect(Self.distance(Array(output[whole]), Array(heard[whole])) < 1e-6, "cycle \(cycle)")
      // What was heard before the beginning fades in while the end fades out.
      let middle = take.upperBound - 120
      let mixed = Self.noise(middle) * (119.5 / 240) + Self.noise(middle - 96_000) * (120.5 / 240)
      #expect(abs(output[95_880] - mixed) < 1e-6)
    }
  }

  @Test("the same events come in whatever steps time passes", arguments: [1000, 4801, 30_000])
  func steps(_ steps: Int) throws {
    func events(_ steps: Int) throws -> [LoopEvent] {
      var loop = try HeardLoop.bar(Self.noise)
      loop.advance(to: 400_000, steps: 1000)
      try loop.perform(.overdub(false), at: 400_000)
      loop.advance(to: 900_000, steps: steps)
      try loop.perform(.mute(true, layer: 1), at: 910_000)
      loop.advance(to: 940_000, steps: steps)
      try loop.perform(.mute(false, layer: 1), at: 950_000)
      loop.advance(to: 1_200_000, steps: steps)
      return loop.events.filter { $0.frame > 500_000 }
    }
    func lines(_ events: [LoopEvent]) -> [String] {
      events.map { event in
        switch event {
        case .soundOn(let sound, let number):
          "\(number) \(sound.layer) \(sound.beginFrame) \(sound.frame)"
        case .off(let number, let frame): "\(number) off \(frame)"
        case .noteOn: "note"
        }
      }
    }
    #expect(lines(try events(steps)) == lines(try events(2400)))
  }

  @Test("an overdub of several cycles is heard on top of the first take, and undone in one step")
  func overdub() throws {
    // A step of level in each cycle, so that each can be seen in the sum.
    let levels: [Float] = [0.1, 0.01, 0.02, 0.04]
    func level(_ frame: Int) -> Float {
      let cycle = (frame - 97_000) / 96_000
      return frame >= 97_000 && cycle < levels.count ? levels[cycle] : 0
    }
    var loop = try HeardLoop.bar(level)
    // The overdub hears two cycles and a half.
    try loop.perform(.overdub(false), at: 97_000 + 7 * 48_000)
    let late = 97_000 + 10 * 96_000
    func heard(_ offset: Int) -> Float { loop.output(late + offset..<late + offset + 1)[0] }
    #expect(abs(heard(24_000) - 0.17) < 1e-5)
    #expect(abs(heard(72_000) - 0.13) < 1e-5)
    try loop.perform(.undo, at: late + 96_000)
    let after = loop.output(late + 2 * 96_000..<late + 3 * 96_000)
    #expect(abs(after[24_000] - 0.1) < 1e-6 && abs(after[72_000] - 0.1) < 1e-6)
    try loop.perform(.undo, at: late + 3 * 96_000)
    #expect(loop.output(late + 3 * 96_000..<late + 5 * 96_000).allSatisfy { $0 == 0 })
    try loop.perform(.redoAll, at: late + 5 * 96_000)
    let back = loop.output(late + 6 * 96_000..<late + 7 * 96_000)
    #expect(abs(back[24_000] - 0.17) < 1e-5)
  }

  @Test("a layer that sounds again comes in at once, in time")
  func unmuted() throws {
    var loop = try HeardLoop.bar(Self.noise)
    try loop.perform(.overdub(false), at: 193_100)
    try loop.perform(.mute(true, layer: nil), at: 410_000)
    #expect(loop.output(410_000..<420_000).allSatisfy { $0 == 0 })
    try loop.perform(.mute(false, layer: nil), at: 420_000)
    let output = loop.output(420_000..<430_000)
    #expect(Self.distance(output, (420_000..<430_000).map { Self.noise($0 - 3 * 96_000) }) < 1e-6)
    guard case .soundOn(let sound, _)? = loop.events.last else {
      Issue.record("no sound came in")
      return
    }
    #expect(sound.frame == 420_000 && sound.beginFrame < 420_000)
  }

  @Test("half of it and twice of it are cut and repeated on the sample")
  func lengths() throws {
    var loop = try HeardLoop.bar(Self.noise)
    try loop.perform(.overdub(false), at: 193_100)
    // Frame 388 000 begins a cycle; its half is 48 000 frames.
    try loop.perform(.half, at: 388_000)
    for begin in [481_000, 529_000] {
      let output = loop.output(begin..<begin + 47_700)
      #expect(Self.distance(output, (97_000..<144_700).map(Self.noise)) < 1e-6, "\(begin)")
    }
    try loop.perform(.double, at: 600_000)
    let begin = 1_000_000
    let output = loop.output(begin..<begin + 192_000)
    #expect(Self.distance(Array(output[..<96_000]), Array(output[96_000...])) < 1e-6)
    #expect(Self.distance(Array(output[..<48_000]), Array(output[48_000..<96_000])) < 1e-6)
  }

  @Test("without hits and tempo, the loop is what lies between two presses")
  func pressed() throws {
    var loop = try HeardLoop(Self.sine)
    try loop.perform(.record, at: 60_000)
    #expect(loop.looper.stage == .recording)
    try loop.perform(.record, at: 60_000 + 110_000)
    let grid = try #require(loop.looper.content.grid)
    #expect(grid.originFrame == 60_000 && grid.cycleFrames == 110_000)
    #expect(grid.beats == 4)
    try loop.perform(.record, at: 170_200)
    // What was heard between the end of the take and the second press.
    try loop.perform(.mute(true, layer: 2), at: 180_000)
    let cycles = 400_000..<700_000
    #expect(Self.distance(loop.output(cycles), cycles.map(Self.sine)) < 1e-5)
  }

  @Test("a layer that was moved over the seam is whole when the loop is doubled")
  func movedAndDoubled() throws {
    var loop = try HeardLoop.bar(Self.noise)
    try loop.perform(.overdub(false), at: 193_100)
    try loop.perform(.move(layer: 1, beats: 1), at: 300_000)
    try loop.perform(.double, at: 310_000)
    let output = loop.output(1_000_000..<1_192_000)
    #expect(Self.distance(Array(output[..<96_000]), Array(output[96_000...])) < 1e-6)
    #expect(
      stride(from: 0, to: 192_000, by: 500).allSatisfy { place in
        output[place..<place + 500].contains { abs($0) > 0.1 }
      })
  }

  @Test("two presses that are too near are no loop of a few frames")
  func bounce() throws {
    var loop = try HeardLoop(Self.sine)
    try loop.perform(.record, at: 60_000)
    try loop.perform(.record, at: 60_010)
    #expect(loop.looper.content.grid?.cycleFrames == 12_000)
  }

  @Test("a take that is forgotten closes by itself after two minutes")
  func forgotten() throws {
    var looper = Looper(sampleRateHz: 8000)
    try looper.perform(.source(.microphone), atFrame: 0)
    try looper.perform(.record, atFrame: 1000)
    _ = looper.advance(to: 960_900)
    #expect(looper.stage == .recording)
    _ = looper.advance(to: 961_100)
    #expect(looper.stage == .overdubbing && looper.content.grid?.cycleFrames == 960_000)
  }

  @Test("a take that begins late in a bar of the metronome has silence before it")
  func late() throws {
    var loop = try HeardLoop(Self.noise)
    var setup = LoopSetup(beatsPerMinute: 120, bars: 1, barFrame: 100_000)
    setup.beginsAtOnce = true
    try loop.perform(.arm(setup), at: 148_000)
    #expect(loop.looper.stage == .recording)
    try loop.perform(.overdub(false), at: 193_100)
    let output = loop.output(481_000..<577_000)
    // The rise begins 5 ms before half a step before the press.
    #expect(output[..<47_700].allSatisfy { $0 == 0 })
    let heard = (145_000..<192_700).map(Self.noise)
    #expect(Self.distance(Array(output[48_000..<95_700]), heard) < 1e-6)
  }

  @Test("undo while the first stretch of an overdub is sung takes back that, not the layer before")
  func undone() throws {
    var loop = try HeardLoop.bar(Self.noise)
    try loop.perform(.overdub(false), at: 193_100)
    try loop.perform(.overdub(true), at: 300_000)
    try loop.perform(.undo, at: 310_000)
    #expect(loop.looper.stage == .playing)
    #expect(loop.looper.content.layers.map(\.number) == [1])
    loop.advance(to: 600_000)
    #expect(loop.looper.content.layers.map(\.number) == [1])
  }

  @Test("what is recorded is chosen before, and hits are no notes of it")
  func source() throws {
    var loop = try HeardLoop.bar(Self.noise)
    loop.advance(to: 240_000)
    #expect(throws: LoopRefusal.isRecording) {
      var looper = loop.looper
      try looper.perform(.source(.hits), atFrame: 240_000)
    }
    try loop.perform(.overdub(false), at: 250_000)
    #expect(loop.looper.content.layers.allSatisfy { $0.notes.isEmpty && !$0.stretches.isEmpty })
    #expect(loop.looper.content.layers.count == 2)
  }

  @Test("on a clock of another rate it has the same pitch and place")
  func restarted() throws {
    var loop = try HeardLoop.bar(Self.sine)
    try loop.perform(.overdub(false), at: 193_100)
    loop.advance(to: 300_000)
    var looper = loop.looper.restarted(sampleRateHz: 44_100)
    var output = [Float](repeating: 0, count: 300_000)
    for case .soundOn(let sound, _) in looper.advance(to: 300_000) {
      for frame in max(0, sound.frame)..<min(300_000, sound.endFrame) {
        output[frame] += sound.sound.samples[frame - sound.beginFrame]
      }
    }
    // Both edges of a stretch ring a little where it was cut before it was converted.
    let ratio = 48_000.0 / 44_100
    let expected = (120_000..<250_000).map { sin(2 * Double.pi * (Double($0) * ratio) / 100) }
    let worst = zip(output[120_000..<250_000], expected).map { abs(Double($0) - $1) }.max() ?? 1
    #expect(worst < 0.02)
  }

  @Test("a loop that is full takes nothing more in, and says so")
  func full() throws {
    var looper = Looper(sampleRateHz: 8000)
    try looper.perform(.source(.microphone), atFrame: 0)
    try looper.perform(.record, atFrame: 10_000)
    _ = looper.advance(to: 90_000)
    try looper.perform(.record, atFrame: 90_000)
    var frame = 90_000
    while frame < 8000 * 400,
      looper.hear(until: frame, read: { [Float](repeating: 0, count: $0.count) })
    {
      frame += 4000
      _ = looper.advance(to: frame)
    }
    #expect((8000 * 290..<8000 * 325).contains(frame))
    let count = looper.content.layers.flatMap(\.stretches).count
    #expect(looper.hear(until: frame + 80_000) { [Float](repeating: 0, count: $0.count) })
    #expect(looper.content.layers.flatMap(\.stretches).count == count)
  }
}
