// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Testing

@testable import AudioIO

/// What a handler got; it plays its input twice as loud on the left and not at all on the right.
private final class Listener {
  var heard: [Float] = []
  var blockFrames: Set<Int> = []
  var startFrames: [Int] = []
  var timeline: UnsafePointer<Timeline>?

  /// The block function of the listener. Not real-time safe: it keeps what it hears.
  var handler: BlockHandler {
    BlockHandler(
      function: { context, input, inputFrames, output, outputFrames in
        let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
        guard let input, let output else { return }
        listener.heard += UnsafeBufferPointer(start: input, count: inputFrames)
        listener.blockFrames.insert(outputFrames)
        listener.startFrames.append(listener.timeline?.pointee.inputFrame ?? -1)
        for frame in 0..<outputFrames {
          output[2 * frame] = 2 * input[frame]
          output[2 * frame + 1] = 0
        }
      }, context: Unmanaged.passUnretained(self).toOpaque())
  }
}

@Suite(.serialized) struct AudioLoopTests {
  init() { _ = ALSAFixture.folder }

  private func run(_ loop: AudioLoop, frameLimit: Int) throws -> Listener {
    let listener = Listener()
    listener.timeline = loop.timeline
    try withExtendedLifetime(listener) {
      try loop.start(listener.handler, frameLimit: frameLimit)
      #expect(loop.wait() == .finished)
    }
    return listener
  }

  @Test("without devices the clock paces a take in blocks of a period, then silence follows")
  func takeAndClock() throws {
    let take = (0..<1000).map { Float($0) / 1000 }
    let loop = try AudioLoop(input: .take(take, isLooped: false), output: .clock)
    let start = ContinuousClock.now
    let listener = try run(loop, frameLimit: 2400)
    let elapsed = ContinuousClock.now - start
    #expect(listener.blockFrames == [64])
    #expect(listener.heard.count == 2432)
    #expect(Array(listener.heard.prefix(1000)) == take)
    #expect(listener.heard.dropFirst(1000).allSatisfy { $0 == 0 })
    #expect(listener.startFrames == Array(stride(from: 0, to: 2432, by: 64)))
    #expect(elapsed >= .milliseconds(50))
    #expect(loop.statistics().outputFrames == 2432)
    #expect(loop.delayFrames == 0)
    #expect(!loop.isRunning)
  }

  @Test("a looped take begins anew at its end, in the middle of a block")
  func loopedTake() throws {
    let loop = try AudioLoop(
      input: .take([1, 2, 3], isLooped: true), output: .clock)
    let listener = try run(loop, frameLimit: 128)
    #expect(listener.heard == (0..<128).map { Float(1 + $0 % 3) })
  }

  @Test("a loop that is told to stop says so")
  func stop() throws {
    let loop = try AudioLoop(input: .take([], isLooped: false), output: .clock)
    let listener = Listener()
    try loop.start(listener.handler)
    loop.stop()
    #expect(loop.wait() == .stopped)
    #expect(loop.wait() == .stopped)
  }

  @Test("a device and the handler exchange what is captured and played, sample for sample")
  func fileDevice() throws {
    let frames: [Float] = (0..<256).map { Float($0 % 100) / 400 - 0.1 }
    let stereo: [Float] = frames.flatMap { [$0, 0.5] }
    let heard = ALSAFixture.folder.appending(path: "heard.raw")
    try stereo.withUnsafeBytes { Data($0) }.write(to: heard)
    let loop = try AudioLoop(
      input: .capture(device: "tape"), output: .playback(device: "tape"))
    #expect(!loop.hasTwoClocks)
    #expect(loop.delayFrames == 128)
    let listener = try run(loop, frameLimit: 256)
    #expect(listener.heard == frames)
    let bytes = try Data(contentsOf: ALSAFixture.folder.appending(path: "played.raw"))
    let played = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let silence = [Float](repeating: 0, count: 2 * 128)
    let isAnswered = played.starts(with: silence + frames.flatMap { [2 * $0, 0] })
    #expect(isAnswered)
  }

  @Test("devices of two names run on two clocks")
  func twoClocks() throws {
    let loop = try AudioLoop(input: .capture(device: "void"), output: .playback(device: "five"))
    #expect(loop.hasTwoClocks)
    #expect(loop.timeline.pointee.hasTwoClocks)
    #expect(loop.delayFrames == 128 + 64 + 16)
  }
}
