// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Sequencing
import Testing

@Suite struct LoopPlayingTests {
  /// A session with everything in it, asked for in blocks of a size.
  private func session(blockFrames: Int) throws -> [LoopEvent] {
    var loop = try PlayedLoop.bar([("snare", 34_317), ("hihat-closed", 46_001)])
    func play(_ until: Int) {
      while loop.looper.frame < until {
        loop.advance(to: min(until, loop.looper.frame + blockFrames))
      }
    }
    let commands: [(Int, LoopCommand)] = [
      (150_003, .quantise(0.7)), (160_000, .humanise(0.8, seed: 5)), (205_001, .swing(0.62)),
      (260_000, .overdub(false)), (263_000, .double), (301_007, .mute(true, layer: 1)),
      (350_000, .mute(false, layer: 1)), (380_000, .undo), (420_000, .half), (430_001, .stop),
      (450_000, .play),
    ]
    for (index, (frame, command)) in commands.enumerated() {
      play(frame - 900)
      let id = loop.hear("clap", at: frame - 900)
      loop.looper.end(id, atFrame: frame + 2000 * index)
      play(frame)
      try loop.perform(command, at: frame)
    }
    play(600_000)
    return loop.events
  }

  @Test("the same is due for any block size", arguments: [1, 64, 441, 4096])
  func blocks(blockFrames: Int) throws {
    let whole = try session(blockFrames: .max / 2)
    #expect(whole.count > 40)
    #expect(try session(blockFrames: blockFrames) == whole)
  }

  @Test("a thousand cycles of a free loop are as long, to the frame")
  func freeCycles() throws {
    var loop = PlayedLoop()
    try loop.perform(.record, at: 0)
    // Quarters of 11 357 frames, not as even as a machine's.
    let late = [0, 37, -52, 11, 60, -8, -40, 25]
    for (beat, late) in late.enumerated() { loop.hear("kick", at: 5000 + beat * 11_357 + late) }
    try loop.perform(.record, at: 5000 + 8 * 11_357)
    try loop.perform(.overdub(false), at: 5000 + 8 * 11_357)
    let grid = try #require(loop.looper.content.grid)
    let cycle = grid.cycleFrames
    #expect(abs(cycle - 8 * 11_357) < 200)
    let end = 5000 + 1000 * cycle + cycle / 2
    let frames = loop.notes(in: 0..<end).map(\.frame)
    let copies = (1...1000).flatMap { number in
      late.enumerated().map { 5000 + number * cycle + $0 * 11_357 + $1 }
    }
    // Before the press nothing sounds. It comes some frames late, and the first kick with it.
    let press = 5000 + 8 * 11_357
    #expect(frames == [press + 480] + copies.filter { (press..<end).contains($0) })
  }

  @Test("a thousand cycles of a tempo stay on the metronome's frames", arguments: [97.3, 120, 133])
  func tempoCycles(beatsPerMinute: Double) throws {
    var loop = PlayedLoop(rateHz: 44_100)
    try loop.perform(.arm(LoopSetup(beatsPerMinute: beatsPerMinute, bars: 1)), at: 0)
    loop.hear("kick", at: 700)
    let metronome = TempoSegment(
      Tempo(beatsPerMinute), .common, startFrame: 700, sampleRateHz: 44_100)
    let end = metronome.onset(ofBeat: 4001)
    #expect(
      loop.notes(in: 0..<end).map(\.frame) == (1...1000).map { metronome.onset(ofBeat: 4 * $0) })
  }

  @Test("notes are moved to their steps as far as asked, and are as they were played without")
  func quantise() throws {
    var loop = try PlayedLoop.bar([("snare", 34_600), ("clap", 57_000), ("cowbell", 64_200)])
    try loop.perform(.overdub(false), at: 110_000)
    func places(_ begin: Int) -> [Int] {
      loop.notes(in: begin..<begin + 90_000).map { $0.frame - begin }
    }
    let played = [0, 24_600, 47_000, 54_200]
    for (cycle, share) in [1, 0.5, 0.25, 0].enumerated() {
      let begin = 202_000 + cycle * 96_000
      try loop.perform(.quantise(share), at: begin - 2000)
      let steps = [0, 24_000, 48_000, 54_000]
      let expected = zip(played, steps).map { $0 + Int(share * Double($1 - $0)) }
      #expect(places(begin) == expected, "\(share)")
    }
  }

  @Test("swing moves the second half of each beat, and ends without a trace")
  func swing() throws {
    var loop = try PlayedLoop.bar([
      ("hihat-closed", 22_000), ("hihat-closed", 34_000), ("hihat-closed", 46_000),
    ])
    try loop.perform(.overdub(false), at: 110_000)
    func places(_ begin: Int) -> [Int] {
      loop.notes(in: begin..<begin + 90_000).map { $0.frame - begin }
    }
    try loop.perform(.swing(0.625), at: 200_000)
    #expect(places(202_000) == [0, 15_000, 24_000, 39_000])
    try loop.perform(.swing(nil), at: 297_000)
    #expect(places(298_000) == [0, 12_000, 24_000, 36_000])
  }

  @Test("unevenness follows from the seed, has its deviation, and keeps each note near its place")
  func humanise() throws {
    func late(seed: UInt64, share: Double) throws -> [Double] {
      var loop = try PlayedLoop.bar([("snare", 34_000), ("kick", 58_000), ("snare", 82_000)])
      try loop.perform(.overdub(false), at: 105_000)
      try loop.perform(.humanise(share, seed: seed), at: 105_001)
      return loop.notes(in: 105_000..<10_000 + 200 * 96_000).map {
        Double(($0.frame - 10_000 + 12_000) % 24_000 - 12_000) / 48
      }
    }
    let milliseconds = try late(seed: 3, share: 1)
    #expect(try late(seed: 3, share: 1) == milliseconds)
    #expect(try late(seed: 4, share: 1) != milliseconds)
    let square = milliseconds.reduce(0) { $0 + $1 * $1 } / Double(milliseconds.count)
    #expect(milliseconds.count > 780 && abs(square.squareRoot() - 8) < 0.8)
    #expect(milliseconds.allSatisfy { abs($0) < 28.1 })
    #expect(try late(seed: 3, share: 0).allSatisfy { $0 == 0 })
  }
}
