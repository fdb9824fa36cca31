// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Profiles
import SoundFiles

/// Why no hit was heard in a sound file, as far as its level shows.
enum UnheardTake {
  /// Reports on the file at `path`; nothing if its level is not the cause.
  static func report(path: String) {
    guard let level = level(path), let fault = level.fault else { return }
    Terminal.report("no hit was heard in '\(path)': \(fault); \(level.advice)")
  }

  /// The level of all channels; nil if the file cannot be read.
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

extension Take {
  /// Reads a take and reports its oddities.
  static func reported(path: String, channels: Channels = .mean) throws -> Take {
    let take = try Take(path: path, channels: channels)
    take.file.notes.forEach(Terminal.report)
    return take
  }
}

extension TakeFile {
  /// Checks a take and reports its oddities.
  static func reported(path: String, channels: Take.Channels = .mean) throws -> TakeFile {
    let file = try TakeFile(path: path, channels: channels)
    file.notes.forEach(Terminal.report)
    return file
  }
}
