// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import AudioIO
@testable import SoundFiles

@Suite struct TakeStreamTests {
  private let folder = TemporaryFolder()

  /// Noise of two microphones.
  private func write(_ name: String, frameCount: Int, rateHz: Int) throws -> String {
    let path = "\(folder.path)/\(name)"
    var state: UInt32 = 1
    let samples: [Float] = (0..<2 * frameCount).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state)) / 4_294_967_296
    }
    var writer = try SoundFileWriter(path: path, sampleRateHz: rateHz, channelCount: 2)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    return path
  }

  /// What the audio thread reads, in blocks of 64.
  private func heard(_ stream: TakeStream, count: Int) -> (first: [Float], second: [Float]) {
    #expect(stream.start())
    var side = stream.audioSide
    var (first, second) = ([Float](repeating: 9, count: count), [Float](repeating: 9, count: count))
    for start in stride(from: 0, to: count, by: 64) {
      let size = min(64, count - start)
      first.withUnsafeMutableBufferPointer { first in
        second.withUnsafeMutableBufferPointer { second in
          guard let one = first.baseAddress, let other = second.baseAddress else { return }
          let isInTime = side.read(into: one + start, second: other + start, count: size)
          #expect(isInTime)
        }
      }
    }
    return (first, second)
  }

  @Test(
    "is converted while it is read to the same bits as in one piece",
    arguments: [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (22_050, 192_000)])
  func converted(fromHz: Int, toHz: Int) throws {
    let path = try write("a.wav", frameCount: 30_011, rateHz: fromHz)
    let whole = try Take(path: path, channels: .pair(1, 2))
    let file = try TakeFile(path: path, channels: .pair(1, 2))
    let first = Resampler.convert(whole.samples, channelCount: 1, fromHz: fromHz, toHz: toHz)
    let second = Resampler.convert(
      try #require(whole.second), channelCount: 1, fromHz: fromHz, toHz: toHz)
    let once = heard(try TakeStream(file, rateHz: toHz, isLooped: false), count: first.count + 500)
    #expect(once.first == first + [Float](repeating: 0, count: 500))
    #expect(once.second == second + [Float](repeating: 0, count: 500))
    let looped = heard(try TakeStream(file, rateHz: toHz, isLooped: true), count: 2 * first.count)
    #expect(looped.first == first + first && looped.second == second + second)
  }

  @Test("a take longer than its buffer is read on while it plays, and its end is known")
  func longerThanItsRing() async throws {
    let count = 1_500_000
    let file = try TakeFile(path: write("long.wav", frameCount: count, rateHz: 48_000))
    let samples = try Take(path: file.path).samples
    let stream = try TakeStream(file, rateHz: 48_000, isLooped: false)
    #expect(stream.start())
    var side = stream.audioSide
    var (block, found) = ([Float](repeating: 0, count: 4096), [Float]())
    while found.count < count {
      // A late block would show by its silence below.
      while stream.waitingCount < 4096 && !stream.hasEnded { await Task.yield() }
      block.withUnsafeMutableBufferPointer { block in
        _ = block.baseAddress.map { side.read(into: $0, second: nil, count: 4096) }
      }
      found += block
    }
    #expect(found.prefix(count) == samples[...] && found.dropFirst(count).allSatisfy { $0 == 0 })
  }

  @Test("parts not read in time are silence, and the rest is heard at its own time")
  func late() throws {
    // Longer than its ring, and no thread reads on.
    let samples = (0..<600_000).map { Float($0) }
    let stream = TakeStream(samples, isLooped: false)
    var side = stream.audioSide
    let waiting = stream.waitingCount
    #expect(waiting < 600_000)
    var block = [Float](repeating: 9, count: waiting + 100)
    let isInTime = block.withUnsafeMutableBufferPointer { block in
      block.baseAddress.map { side.read(into: $0, second: nil, count: block.count) }
    }
    #expect(isInTime == false)
    #expect(block.prefix(waiting) == samples.prefix(waiting))
    #expect(block.suffix(100).allSatisfy { $0 == 0 })
    #expect(stream.start())
    while !stream.hasEnded {}
    var rest: [Float] = [9, 9]
    rest.withUnsafeMutableBufferPointer { rest in
      _ = rest.baseAddress.map { side.read(into: $0, second: nil, count: 2) }
    }
    #expect(rest == [Float(waiting + 100), Float(waiting + 101)])
  }

  @Test("an empty take is silence, even if looped", arguments: [true, false])
  func empty(isLooped: Bool) {
    #expect(heard(TakeStream([], isLooped: isLooped), count: 128).first.allSatisfy { $0 == 0 })
  }
}
