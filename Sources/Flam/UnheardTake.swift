// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Profiles

/// Why no hit was heard in a sound file, as far as its level tells.
enum UnheardTake {
  /// Tells of the file at `path`; nothing where its level is not to blame.
  static func tell(path: String) {
    guard let level = level(path), let fault = level.fault else { return }
    Terminal.tell("no hit was heard in '\(path)': \(fault); \(level.advice)")
  }

  /// The level of all channels; nil where the file cannot be read.
  private static func level(_ path: String) -> UnheardLevel? {
    guard var reader = try? SoundFileReader(path: path) else { return nil }
    var block = [Float](repeating: 0, count: 4096 * reader.channelCount)
    var level = UnheardLevel()
    while true {
      var span = block.mutableSpan
      guard let count = try? reader.read(into: &span), count > 0 else { return level }
      level.add(block[..<(count * reader.channelCount)])
    }
  }
}
