// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Foundation
import Realtime
import TestSupport
import Testing

@testable import AudioIO

/// What a handler got. It plays its input twice as loud on the left and nothing on the right.
private struct Listener {
  let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1 << 13)
  let others = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1 << 13)
  let starts = UnsafeMutableBufferPointer<Int>.allocate(capacity: 1 << 10)
  let timeline: UnsafePointer<Timeline>
  var sampleCount = 0
  var secondCount = 0
  var blockCount = 0

  /// The whole input.
  var heard: [Float] { Array(samples[..<sampleCount]) }
  /// The input of a second microphone, as far as there was one.
  var seconds: [Float] { Array(others[..<secondCount]) }
  /// The timeline's frame at each block.
  var startFrames: [Int] { Array(starts[..<blockCount]) }

  static let function: rt_block_function = {
    context, input, second, inputFrames, output, outputFrames in
    let listener = context.assumingMemoryBound(to: Listener.self)
    guard let input, let output else { return }
    listener.pointee.starts[listener.pointee.blockCount] =
      listener.pointee.timeline.pointee.inputFrame
    listener.pointee.blockCount += 1
    for frame in 0..<min(inputFrames, outputFrames) {
      listener.pointee.samples[listener.pointee.sampleCount] = input[frame]
      listener.pointee.sampleCount += 1
      if let second {
        listener.pointee.others[listener.pointee.secondCount] = second[frame]
        listener.pointee.secondCount += 1
      }
      output[2 * frame] = 2 * input[frame]
      output[2 * frame + 1] = 0
    }
  }
}

@Suite(.serialized, .simulated) struct AudioLoopTests {
  init() { _ = ALSAFixture.folder }

  /// Runs the loop to the end of its frames; the listener's buffer is so small that it falls
  /// behind.
  private func run(_ loop: AudioLoop, frameLimit: Int?) throws -> UnsafePointer<Listener> {
    let listener = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    listener.initialize(to: Listener(timeline: loop.timeline))
    try loop.start(
      BlockHandler(function: Listener.function, context: listener), frameLimit: frameLimit)
    if frameLimit != nil { #expect(loop.wait() == .finished) }
    return UnsafePointer(listener)
  }

  @Test("without devices the clock paces a take in blocks of a period, then silence follows")
  func takeAndClock() throws {
    let take = (0..<1000).map { Float($0) / 1000 }
    let loop = try AudioLoop(input: .take(TakeStream(take, isLooped: false)), output: .clock)
    let start = MonotonicClock.now
    let listener = try run(loop, frameLimit: 2400).pointee
    let elapsed = MonotonicClock.now - start
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
      input: .take(TakeStream([1, 2, 3], isLooped: true)), output: .clock)
    let listener = try run(loop, frameLimit: 128).pointee
    #expect(listener.heard == (0..<128).map { Float(1 + $0 % 3) })
  }

  @Test("a take of two microphones reaches the handler with both, frame by frame")
  func secondMicrophone() throws {
    let take = (0..<100).map { Float($0) / 100 }
    let loop = try AudioLoop(
      input: .take(TakeStream(take, second: take.map { -$0 }, isLooped: true)), output: .clock)
    #expect(loop.hearsTwo)
    let listener = try run(loop, frameLimit: 256).pointee
    #expect(listener.seconds == listener.heard.map { -$0 } && listener.seconds.count == 256)
  }

  @Test("two channels of a card reach the handler as two microphones")
  func twoChannels() throws {
    try putOnTape()
    let loop = try AudioLoop(
      input: .capture(device: "tape"), output: .clock,
      settings: StreamSettings(inputChannels: .pair(2, 1)))
    #expect(loop.hearsTwo)
    let listener = try run(loop, frameLimit: 256).pointee
    #expect(listener.heard.allSatisfy { $0 == 0.5 } && listener.seconds == frames)
  }

  @Test("a stopped loop reports it")
  func stop() throws {
    let loop = try AudioLoop(input: .take(TakeStream([], isLooped: false)), output: .clock)
    _ = try run(loop, frameLimit: nil)
    loop.stop()
    #expect(loop.wait() == .stopped)
    #expect(loop.wait() == .stopped)
  }

  private let frames: [Float] = (0..<256).map { Float($0 % 100) / 400 - 0.1 }

  private func putOnTape() throws {
    let stereo: [Float] = frames.flatMap { [$0, 0.5] }
    try stereo.withUnsafeBytes { Data($0) }.write(
      to: ALSAFixture.folder.appending(path: "heard.raw"))
  }

  /// Whether the device got two periods of silence and then the handler's answer to `frames`.
  private func isAnsweredOnTape() throws -> Bool {
    let bytes = try Data(contentsOf: ALSAFixture.folder.appending(path: "played.raw"))
    let played = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let silence = [Float](repeating: 0, count: 2 * 128)
    return played.starts(with: silence + frames.flatMap { [2 * $0, 0] })
  }

  @Test("a device and the handler exchange captured and played sound, sample for sample")
  func duplex() throws {
    try putOnTape()
    let loop = try AudioLoop(
      input: .capture(device: "tape"), output: .playback(device: "tape"))
    #expect(!loop.hasTwoClocks)
    #expect(loop.delayFrames == 128)
    let listener = try run(loop, frameLimit: 256).pointee
    #expect(listener.heard == frames)
    #expect(try isAnsweredOnTape())
  }

  @Test("an input-only machine is paced by its input")
  func captureOnly() throws {
    try putOnTape()
    let loop = try AudioLoop(input: .capture(device: "tape"), output: .clock)
    #expect(try run(loop, frameLimit: 256).pointee.heard == frames)
  }

  @Test("an output-only machine plays the answers to a take")
  func playbackOnly() throws {
    let loop = try AudioLoop(
      input: .take(TakeStream(frames, isLooped: false)), output: .playback(device: "tape"))
    _ = try run(loop, frameLimit: 256)
    #expect(try isAnsweredOnTape())
  }

  @Test("a card of many channels is played on the requested ones; the others are silent")
  func chosenChannels() throws {
    let loop = try AudioLoop(
      input: .take(TakeStream(frames, isLooped: false)), output: .playback(device: "wide_tape"),
      settings: StreamSettings(outputChannels: OutputChannels(left: 4, right: 2)))
    _ = try run(loop, frameLimit: 256)
    let bytes = try Data(contentsOf: ALSAFixture.folder.appending(path: "wide.raw"))
    let played = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let silence = [Float](repeating: 0, count: 4 * 128)
    #expect(played.starts(with: silence + frames.flatMap { [0, 0, 0, 2 * $0] }))
  }

  @Test("devices of two names run on two clocks")
  func twoClocks() throws {
    let loop = try AudioLoop(input: .capture(device: "void"), output: .playback(device: "five"))
    #expect(loop.hasTwoClocks)
    #expect(loop.timeline.pointee.hasTwoClocks)
    #expect(loop.delayFrames == 128 + 64 + 16)
  }
}
