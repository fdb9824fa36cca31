// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Commands whose frames may be farther ahead than the engine takes them: each leaves when its
/// frame is near.
struct CommandsAhead {
  /// Less than the ten seconds of the engine, and longer than a sweep before the playing.
  private static let leadSeconds = 5

  private var waiting: [ScheduledCommand]

  init(_ commands: [ScheduledCommand] = []) { waiting = commands }

  /// Takes out the commands whose frames are near, and those without a frame.
  mutating func due(atFrame frame: Int, rateHz: Int) -> [ScheduledCommand] {
    let latest = frame + Self.leadSeconds * rateHz
    func isDue(_ command: ScheduledCommand) -> Bool { (command.frame ?? frame) <= latest }
    let due = waiting.filter(isDue)
    waiting.removeAll(where: isDue)
    return due
  }
}
