// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Loops of the microphone that are played while it is heard, in a session that is kept and played again.
@Suite(.simulated) struct LiveMicrophoneLoopTests {
  private let folder = TemporaryFolder()

  /// A soft noise of 96 000 frames that no one takes for hits, from frame 30 000 on.
  private static let signal: [Float] = {
    var heard = [Float](repeating: 0, count: 600_000)
    for frame in 30_000..<126_000 {
      let share = Float(frame - 30_000) / 96_000
      heard[frame] = 0.02 * Float.sin(Float(frame) * 0.05) * Float.sin(.pi * share)
    }
    return heard
  }()

  @Test(
    "what was heard sounds again each cycle, to the sample; a session replays it bit for bit", .slow
  )
  func loop() throws {
    let live = try LiveSession(hearing: Self.signal, in: folder.path)
    let engine = live.engine
    try engine.perform(.loop(.source(.microphone)))
    try engine.start()
    let commands: [(LoopCommand, Int)] = [
      (.record, 30_000), (.record, 130_000), (.overdub(false), 131_000),
      (.mute(true, layer: nil), 340_000), (.mute(false, layer: nil), 370_000),
      (.undoAll, 460_000),
    ]
    for (command, frame) in commands { try engine.perform(.loop(command), atFrame: frame) }
    let report = live.end(afterFrames: 500_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    let mix = try LiveSession.samples(live.folder.mixPath)
    let left = stride(from: 0, to: mix.count, by: 2).map { mix[$0] }
    // The loop is as long as the time between the presses.
    let (cycle, first) = (100_000, 235_000)
    #expect(left[135_000..<229_000] == left[first..<first + 94_000])
    // It sounds where it was heard, but for the delay of the devices.
    let loudest = left[first..<first + 90_000].map(abs).max() ?? 0
    #expect(abs(loudest - 0.02) < 0.001)
    let delays = (-8000...8000).filter { delay in
      stride(from: first, to: first + 90_000, by: 977).allSatisfy { frame in
        abs(left[frame] - Self.signal[frame - 2 * cycle - delay]) < 1e-4
      }
    }
    #expect(delays.count == 1)
    #expect(left[341_000..<369_900].allSatisfy { $0 == 0 })
    #expect(left[371_000..<429_000] == left[271_000..<329_000])
    #expect(left[461_000...].allSatisfy { $0.bitPattern == 0 })
    try live.expectSameBits()
  }

  @Test("a press begins a take at once, also where no hit comes", .slow)
  func pressed() throws {
    let live = try LiveSession(hearing: Self.signal, in: folder.path)
    let engine = live.engine
    try engine.perform(.loop(.source(.microphone)))
    try engine.start()
    try engine.perform(.loop(.record))
    #expect(engine.state.loop?.stage == .recording)
    try engine.perform(.loop(.record), atFrame: 120_000)
    _ = live.end(afterFrames: 200_000)
    #expect(engine.state.loop?.layers.first?.stretches ?? 0 >= 2)
    try live.expectSameBits()
  }

  @Test("a take with hits takes its beats from them, and keeps the sound of the first", .slow)
  func hits() throws {
    let taps = Signal.taps(count: 96_000, everyFrames: 24_000)
    let live = try LiveSession(
      hearing: taps + [Float](repeating: 0, count: 380_000), in: folder.path)
    let engine = live.engine
    try engine.perform(.loop(.source(.microphone)))
    try engine.start()
    for (command, frame) in [
      (LoopCommand.record, 1000), (.record, 106_000), (.overdub(false), 116_000),
    ] {
      try engine.perform(.loop(command), atFrame: frame)
    }
    _ = live.end(afterFrames: 440_000)
    let grid = try #require(engine.state.loop?.grid)
    #expect(abs(grid.cycleFrames - 96_000) <= 4)
    #expect(engine.state.loop?.layers.first?.notes == 0)
    let mix = try LiveSession.samples(live.folder.mixPath)
    let left = stride(from: 0, to: mix.count, by: 2).map { mix[$0] }
    // Four taps a cycle, long after the last drum has rung out.
    let quarters = (0..<4).map { quarter in
      left[(330_000 + quarter * 24_000)...].prefix(24_000).map(abs).max() ?? 0
    }
    #expect((quarters.min() ?? 0) > 0.1)
    try live.expectSameBits()
  }
}
