// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import SoundFiles

/// A sound of a player's own: one hit, in mono.
public struct OwnSound: Sendable, Equatable {
  /// The stretch over which its level is measured, in seconds: what an ear takes for its loudness.
  private static let levelSeconds: Float = 0.05

  /// Nominally -1...1, all finite.
  public var samples: [Float]
  /// Frames a second.
  public let sampleRateHz: Int

  /// A sound.
  public init(samples: [Float], sampleRateHz: Int) {
    (self.samples, self.sampleRateHz) = (samples, sampleRateHz)
  }

  /// Reads a file; the mean of its channels.
  init(path: String) throws(SoundFileError) {
    let take = try Take(path: path)
    self.init(samples: take.samples, sampleRateHz: take.sampleRateHz)
  }

  /// Writes a new file in 24 bits.
  func write(to path: String) throws(SoundFileError) {
    var file = try SoundFileWriter(path: path, sampleRateHz: sampleRateHz, channelCount: 1)
    try file.write(samples)
    try file.finish()
  }

  /// Length in seconds.
  public var seconds: Double { Double(samples.count) / Double(sampleRateHz) }

  /// The largest sample without its sign.
  public var peak: Float { samples.reduce(0) { max($0, abs($1)) } }

  /// The level of its loudest 50 ms, in dBFS (root mean square), at least -120.
  public var decibels: Float {
    let blocks = powers(stretchSeconds: Self.levelSeconds / 5)
    let loudest = blocks.indices.map { first in
      blocks[first..<min(first + 5, blocks.count)].reduce(0, +) / 5
    }.max()
    return Units.decibels(power: max(loudest ?? 0, 1e-12))
  }

  /// The mean power of stretches one after the other; the last may be shorter.
  func powers(stretchSeconds: Float) -> [Float] {
    let length = max(1, frames(stretchSeconds))
    return stride(from: 0, to: samples.count, by: length).map { first in
      let stretch = samples[first..<min(first + length, samples.count)]
      return stretch.reduce(0) { $0 + $1 * $1 } / Float(stretch.count)
    }
  }

  func frames(_ seconds: Float) -> Int {
    Units.frames(seconds: seconds, sampleRateHz: Float(sampleRateHz))
  }

  mutating func amplify(by gain: Float) {
    for frame in samples.indices { samples[frame] *= gain }
  }

  /// Lets it begin and end in silence, along raised cosines.
  ///
  /// - Parameters:
  ///   - firstFrames: How long it rises.
  ///   - lastFrames: How long it falls.
  mutating func fade(firstFrames: Int, lastFrames: Int) {
    for frame in 0..<min(firstFrames, samples.count) {
      samples[frame] *= Self.rise(frame, of: firstFrames)
    }
    for frame in 0..<min(lastFrames, samples.count) {
      samples[samples.count - 1 - frame] *= Self.rise(frame, of: lastFrames)
    }
  }

  private static func rise(_ frame: Int, of frames: Int) -> Float {
    let sine = rt_sin(0.5 * .pi * Float(frame) / Float(frames))
    return sine * sine
  }
}
