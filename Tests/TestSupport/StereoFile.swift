// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// A stereo file that was recorded.
public enum StereoFile {
  /// All of its samples.
  public static func samples(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: 2 * reader.frameCount)
    var span = samples.mutableSpan
    let count = try reader.read(into: &span)
    return [Float](samples.prefix(2 * count))
  }
}
