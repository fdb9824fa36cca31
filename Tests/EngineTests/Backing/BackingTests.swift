// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import SoundFiles
import DSP
import Glibc
import Instrument
import Profiles
import Sequencing
import Simulation
import Storage
import TestSupport
import Testing

@Suite struct BackingTests {
  private let folder = TemporaryFolder()

  /// A file of a ramp, so that each sample shows its place: left as it is, right negative.
  private func write(frameCount: Int, rateHz: Int = 48_000, channels: Int = 2) throws -> String {
    let path = "\(folder.path)/backing.wav"
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: rateHz, channelCount: channels, isOverwriting: true)
    let samples = (0..<(channels * frameCount)).map { index in
      Self.ramp(index / channels) * (index % channels == 1 ? -1 : 1)
    }
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.commit()
    return path
  }

  /// Below the limiter's knee, which leaves it bit by bit.
  private static func ramp(_ frame: Int) -> Float { 1e-6 * Float(frame) + 1e-3 }

  private func performance(
    _ track: BackingTrack, _ subscriber: @escaping Performance.Subscriber = { _, _ in }
  ) -> Performance {
    Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 480)), profile: .general,
      settings: InstrumentSettings(), backing: track, subscriber: subscriber)
  }

  /// The output in blocks: left and right, and left before the limiter.
  private func played(
    _ performance: Performance, frameCount: Int, blockFrames: Int = 64
  ) -> (left: [Float], right: [Float], unlimited: [Float]) {
    var (left, right, unlimited): ([Float], [Float], [Float]) = ([], [], [])
    var block = [Float](repeating: 0, count: 2 * blockFrames)
    var before = block
    for _ in 0..<(frameCount / blockFrames) {
      performance.audioSide.play(into: &block, frameCount: blockFrames, unlimited: &before)
      left += stride(from: 0, to: block.count, by: 2).map { block[$0] }
      right += stride(from: 1, to: block.count, by: 2).map { block[$0] }
      unlimited += stride(from: 0, to: block.count, by: 2).map { before[$0] }
    }
    return (left, right, unlimited)
  }

  @Test("a backing too large to be recognised by its hash is refused at once")
  func limit() throws {
    let path = "\(folder.path)/large.wav"
    try SparseWave.write(frameCount: Limits.hashedBytes / 2, rateHz: 48_000, to: path)
    let error = #expect(throws: SoundFileError.self) {
      try PlayedBacking(
        path: path, gainDecibels: 0, isLooped: false, countIn: nil, isRecorded: true)
    }
    #expect(error?.kind == .broken && error?.reason.contains("2 GB, the limit") == true)
  }

  @Test("a backing is played from its first frame to its last, bit for bit")
  func content() throws {
    let track = try BackingTrack(
      path: write(frameCount: 20_000), sampleRateHz: 48_000, isThreaded: false)
    let (left, right, unlimited) = played(performance(track), frameCount: 24_000, blockFrames: 48)
    let delay = SoftLimiter.latencyFrames
    #expect(left[delay..<(20_000 + delay)].elementsEqual((0..<20_000).map(Self.ramp)))
    #expect(right[delay..<(20_000 + delay)].elementsEqual((0..<20_000).map { -Self.ramp($0) }))
    #expect(left[(20_000 + delay)...].allSatisfy { $0 == 0 })
    #expect(unlimited[..<20_000].elementsEqual((0..<20_000).map(Self.ramp)))
    #expect(track.exchange.dropoutCount == 0 && track.exchange.isOver)
  }

  @Test("its bus and the master turn it down, smoothly, and only while it plays")
  func buses() throws {
    let track = try BackingTrack(
      path: write(frameCount: 40_000), sampleRateHz: 48_000, isThreaded: false)
    let performance = performance(track)
    let before = played(performance, frameCount: 9600).unlimited
    performance.take(.bus(BusChange(.backing, .gain, 0.5)))
    performance.take(.bus(BusChange(.master, .gain, 0.5)))
    let after = played(performance, frameCount: 24_000).unlimited
    #expect(before.elementsEqual((0..<9600).map(Self.ramp)))
    // Some 20 ms later both are there: a quarter is left.
    #expect((5000..<24_000).allSatisfy { abs(after[$0] - Self.ramp(9600 + $0) / 4) < 1e-7 })
    let steps = zip(after, after.dropFirst()).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < 1e-4)
  }

  @Test(
    "another track replaces it: the first fades, and the next begins at its beginning",
    arguments: [64, 480])
  func another(blockFrames: Int) throws {
    let path = try write(frameCount: 100_000)
    func track() throws -> BackingTrack {
      try BackingTrack(path: path, sampleRateHz: 48_000, isThreaded: false)
    }
    let backing = try PlayedBacking(
      path: path, gainDecibels: 0, isLooped: false, countIn: nil, isRecorded: true)
    var frames: [Int] = []
    let performance = try performance(track()) { entry, _ in
      if case .mix(let frame)? = entry.moment { frames.append(frame) }
    }
    let first = try #require(performance.backing)
    var left = played(performance, frameCount: 48_000, blockFrames: blockFrames).unlimited
    let next = try track()
    performance.take(backing, EffectResources(track: { _ in next }))
    left += played(performance, frameCount: 24_000, blockFrames: blockFrames).unlimited
    #expect(first.exchange.isLeft && performance.backing?.exchange.isLeft == false)
    performance.take(.stopBacking)
    left += played(performance, frameCount: 24_000, blockFrames: blockFrames).unlimited
    let fade = 240
    try #require(frames.count == 2)
    let begin = frames[0] + fade
    #expect(left[..<frames[0]].elementsEqual((0..<frames[0]).map(Self.ramp)))
    #expect(left[begin..<frames[1]].elementsEqual((0..<(frames[1] - begin)).map(Self.ramp)))
    #expect(left[(frames[1] + fade)...].allSatisfy { $0 == 0 })
    for frame in frames {
      let steps = (frame..<(frame + fade - 1)).map { left[$0] - left[$0 + 1] }
      #expect(steps.allSatisfy { $0 > 0 && $0 < 1e-3 })
    }
    #expect(performance.backing == nil)
  }

  @Test("a backing that is not to be recorded is heard, but is not in the recording")
  func notRecorded() throws {
    let track = try BackingTrack(
      path: write(frameCount: 9600), sampleRateHz: 48_000, isRecorded: false, isThreaded: false)
    let (left, _, unlimited) = played(performance(track), frameCount: 9600)
    #expect(left[100] > 0 && unlimited.allSatisfy { $0 == 0 })
  }

  @Test("a slow disk fades it and is counted, and it goes on at its current position")
  func slowDisk() throws {
    let track = try BackingTrack(
      path: write(frameCount: 900_000), sampleRateHz: 48_000, isThreaded: false)
    let performance = performance(track)
    let ahead = track.exchange.waitingCount
    // Nobody reads: it runs out.
    let before = played(performance, frameCount: (ahead / 64 + 400) * 64).left
    #expect(track.exchange.dropoutCount == 1)
    let steps = zip(before.dropFirst(100), before.dropFirst(101)).map { abs($1 - $0) }
    #expect((steps.max() ?? 1) < (before.max() ?? 0) / 150)
    #expect(before.suffix(20_000).allSatisfy { $0 == 0 })
    while track.step() {}
    let after = played(performance, frameCount: 9600).left
    let place = before.count - SoftLimiter.latencyFrames
    #expect(after[5000..<9600].indices.allSatisfy { abs(after[$0] - Self.ramp(place + $0)) < 1e-6 })
    #expect(track.exchange.dropoutCount == 1)
  }

  @Test("a backing of another rate is heard to its end")
  func convertedEnd() throws {
    let track = try BackingTrack(
      path: write(frameCount: 4410, rateHz: 44_100), sampleRateHz: 48_000, isThreaded: false)
    let unlimited = played(performance(track), frameCount: 9600, blockFrames: 48).unlimited
    #expect(unlimited.lastIndex { abs($0) > 1e-3 }.map { (4790..<4810).contains($0) } == true)
    #expect(abs(unlimited[4780] / Self.ramp(4392) - 1) < 0.01)
  }

  @Test("mono, another rate, gain, loop, and a bar of clicks before it")
  func options() throws {
    let path = try write(frameCount: 4410, rateHz: 44_100, channels: 1)
    let clicks = CountIn(bars: 1, meter: .common, beatsPerMinute: 240)
    let track = try BackingTrack(
      path: path, sampleRateHz: 48_000, gainDecibels: 6, isLooped: true, countIn: clicks,
      isThreaded: false)
    let (left, right, _) = played(performance(track), frameCount: 96_000, blockFrames: 480)
    #expect(left == right)
    let delay = SoftLimiter.latencyFrames
    for beat in 0..<4 {
      let first = 12_000 * beat + delay
      #expect(left[(first + 1)..<(first + 200)].contains { abs($0) > 0.15 })
      #expect(left[(first + 2000)..<(first + 11_900)].allSatisfy { $0 == 0 })
    }
    // A tenth of a second, over and over: in its middle the ramp, twice as loud.
    for turn in 0..<9 {
      let middle = 48_000 + 4800 * turn + 2400 + delay
      #expect(abs(left[middle] / (1.9953 * Self.ramp(2205)) - 1) < 0.01)
    }
  }

  /// The output of the later rounds, if the file is changed during the first.
  private func secondTurn(_ change: (String) throws -> Void) throws -> (BackingTrack, [Float]) {
    let path = try write(frameCount: 400_000)
    let track = try BackingTrack(
      path: path, sampleRateHz: 48_000, isLooped: true, isThreaded: false)
    let performance = performance(track)
    try change(path)
    var left: [Float] = []
    while left.count < 600_000 {
      left += played(performance, frameCount: 48_000).left
      while track.step() {}
    }
    return (track, Array(left[(400_000 + SoftLimiter.latencyFrames)...]))
  }

  @Test("a looped file that is removed plays on, and that is reported")
  func removed() throws {
    let (track, second) = try secondTurn { unlink($0) }
    #expect(second[..<100_000].elementsEqual((0..<100_000).map(Self.ramp)))
    #expect(track.change == .removed && !track.exchange.isOver)
  }

  @Test("a looped file that another one replaces plays on, and that is reported")
  func replaced() throws {
    let (track, second) = try secondTurn { path in
      rename(path, "\(path).old")
      _ = try write(frameCount: 1000, channels: 1)
    }
    #expect(second[..<100_000].elementsEqual((0..<100_000).map(Self.ramp)))
    #expect(track.change == .removed)
  }

  @Test(
    "a looped file whose channels change ends, and that is reported", .slow,
    arguments: [1, 3])
  func rewritten(channels: Int) throws {
    let (track, second) = try secondTurn { _ in
      _ = try write(frameCount: 800_000, channels: channels)
    }
    #expect(second.suffix(9600).allSatisfy { $0 == 0 })
    #expect(track.change == .unreadable)
  }

  @Test("a file that is no sound is an error before anything plays")
  func broken() {
    let path = folder.write(text: "no sound", to: "text.wav")
    #expect(throws: SoundFileError.self) { try BackingTrack(path: path, sampleRateHz: 48_000) }
  }
}
