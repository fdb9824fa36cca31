// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits
import TestSupport

/// A kit that a test makes for itself.
struct KitFolder {
  let folder = TemporaryFolder()

  var path: String { "\(folder.path)/kit.sfz" }

  /// Writes the kit's text.
  func write(_ text: String) { folder.write(text: text, to: "kit.sfz") }

  /// Writes a short sound of one constant value, so that it is known again in memory.
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

  func load(rate: Int = 48_000) throws(KitError) -> LoadedKit {
    try KitLoader.load(path: path, sampleRateHz: rate)
  }
}
