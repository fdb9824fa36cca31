// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO

extension Take {
  /// Reads a take and tells what is odd about it.
  static func told(path: String, channels: Channels = .mean) throws -> Take {
    let take = try Take(path: path, channels: channels)
    take.notes.forEach(Terminal.tell)
    return take
  }
}
