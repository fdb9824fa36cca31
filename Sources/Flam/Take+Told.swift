// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import SoundFiles

extension Take {
  /// Reads a take and tells what is odd about it.
  static func told(path: String, channels: Channels = .mean) throws -> Take {
    let take = try Take(path: path, channels: channels)
    take.file.notes.forEach(Terminal.tell)
    return take
  }
}

extension TakeFile {
  /// Looks through a take and tells what is odd about it.
  static func told(path: String, channels: Take.Channels = .mean) throws -> TakeFile {
    let file = try TakeFile(path: path, channels: channels)
    file.notes.forEach(Terminal.tell)
    return file
  }
}
