// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// Reads a take piece by piece at a stream's rate, repeatedly if wanted.
final class TakeFeed {
  private static let blockFrames = 4096

  private let source: any TakeSource
  private let channelCount: Int
  private let rates: (fromHz: Int, toHz: Int)
  private let isLooped: Bool
  private var resampler: StreamResampler
  private var hasRead = false
  private var isOver = false
  private let first = UnsafeMutableBufferPointer<Float>.allocate(capacity: blockFrames)
  private let second: UnsafeMutableBufferPointer<Float>?

  /// The take from its first frame.
  init(_ source: any TakeSource, fromHz: Int, toHz: Int, isLooped: Bool) {
    self.source = source
    channelCount = source.hearsTwo ? 2 : 1
    rates = (fromHz, toHz)
    self.isLooped = isLooped
    resampler = StreamResampler(channelCount: channelCount, fromHz: fromHz, toHz: toHz)
    second = source.hearsTwo ? .allocate(capacity: Self.blockFrames) : nil
  }

  deinit {
    first.deallocate()
    second?.deallocate()
  }

  /// The next frames of both microphones; none at the end.
  func next() -> [SIMD2<Float>] {
    while !isOver {
      let count = source.read(into: first, second: second)
      let frames = pairs(resampler.process(interleaved(count)))
      if count == 0 { beginAnew() }
      hasRead = count > 0
      if !frames.isEmpty { return frames }
    }
    return []
  }

  /// Starts again from the first frame, or ends: an empty take would be read for ever.
  private func beginAnew() {
    guard isLooped, hasRead, source.rewind() else {
      isOver = true
      return
    }
    resampler = StreamResampler(
      channelCount: channelCount, fromHz: rates.fromHz, toHz: rates.toHz)
  }

  private func interleaved(_ count: Int) -> [Float] {
    guard let second else { return Array(first.prefix(count)) }
    return (0..<2 * count).map { $0 % 2 == 0 ? first[$0 / 2] : second[$0 / 2] }
  }

  private func pairs(_ samples: [Float]) -> [SIMD2<Float>] {
    guard channelCount == 2 else { return samples.map { SIMD2($0, 0) } }
    return (0..<samples.count / 2).map { SIMD2(samples[2 * $0], samples[2 * $0 + 1]) }
  }
}
