// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Foundation
import Instrument
import Kits
import Simulation

/// A kit that a test makes for itself.
struct KitFolder {
  let folder = TemporaryFolder()

  var path: String { "\(folder.path)/kit.sfz" }

  /// Writes the kit's text.
  func write(_ text: String) { folder.write(text: text, to: "kit.sfz") }

  /// Writes a short sound of one constant value, so that it is recognised in memory.
  func sound(
    _ name: String, value: Float = 0.5, frameCount: Int = 100, channels: Int = 1,
    rate: Int = 48_000
  ) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: rate, channelCount: channels,
      isOverwriting: true)
    try writer.write([Float](repeating: value, count: frameCount * channels))
  }

  /// Writes a sound of two channels of differing values, channel by channel.
  func sound(_ name: String, frameCount: Int, value: (Int) -> Float) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
    try writer.write((0..<2 * frameCount).map { value($0 % 2) })
  }

  /// Writes a sound of one channel at 48 kHz.
  func sound(_ name: String, samples: [Float]) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
    try writer.write(samples)
  }

  /// Writes a hit: silence, then a tone of 200 Hz that dies away.
  ///
  /// - Parameters:
  ///   - decibels: Its peak, about.
  ///   - onsetFrame: Where it begins, in frames.
  ///   - channels: How many, all alike.
  func hit(
    _ name: String, decibels: Float = -6, onsetFrame: Int = 0, channels: Int = 1,
    rate: Int = 48_000, seconds: Float = 0.2, decayPerSecond: Float = 20
  ) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: rate, channelCount: channels,
      isOverwriting: true)
    let peak = Units.amplitude(decibels: decibels)
    var samples: [Float] = []
    for frame in 0..<onsetFrame + Int(seconds * Float(rate)) {
      let time = Float(frame - onsetFrame) / Float(rate)
      let sample = time < 0 ? 0 : peak * exp(-time * decayPerSecond) * cos(2 * .pi * 200 * time)
      for _ in 0..<channels { samples.append(sample) }
    }
    try writer.write(samples)
  }

  func load(
    rate: Int = 48_000, into memory: SampleMemory = SampleMemory(megabytes: 16)
  ) throws(KitError) -> LoadedKit {
    try KitLoader.load(path: path, sampleRateHz: rate, into: memory)
  }
}
