// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The last moment of a recording, kept back until it is known whether anything follows: a recording
/// that ends while a drum sounds would end in a click. Half a cosine takes it to silence.
struct FadingEnd {
  /// How long it is.
  static let seconds: Float = 0.005

  private let channelCount: Int
  private let mostSamples: Int
  private var kept: [Float] = []

  /// The end of a recording of interleaved frames.
  init(channelCount: Int, sampleRateHz: Int) {
    self.channelCount = channelCount
    let frames = Units.frames(seconds: Self.seconds, sampleRateHz: Float(sampleRateHz))
    mostSamples = frames * channelCount
  }

  /// Takes the next frames; returns those that can no longer be the last.
  mutating func pass(_ frames: UnsafeBufferPointer<Float>) -> [Float] {
    kept += frames
    let passed = Array(kept.prefix(max(0, kept.count - mostSamples)))
    kept.removeFirst(passed.count)
    return passed
  }

  /// The last frames, as nothing follows.
  func faded() -> [Float] {
    let frameCount = Float(kept.count / channelCount)
    return kept.enumerated().map { index, sample in
      let place = (Float(index / channelCount) + 1) / frameCount
      return sample * 0.5 * (1 + cos(.pi * place))
    }
  }
}
