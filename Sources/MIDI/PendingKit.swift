// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The kit that is asked for by programs: a knob that runs through many asks for the one at which it stops.
struct PendingKit {
  /// It has stopped where nothing else is asked for by then.
  static let settlingMilliseconds: Int32 = 50

  private var asked: (command: EngineCommand, seconds: Double)?

  /// One is asked for.
  var isWaiting: Bool { asked != nil }

  /// Notes that a kit is asked for now.
  mutating func ask(for command: EngineCommand, atSeconds now: Double) { asked = (command, now) }

  /// The kit that is to be loaded now, once.
  mutating func take(atSeconds now: Double) -> EngineCommand? {
    guard let asked, now - asked.seconds >= 1e-3 * Double(Self.settlingMilliseconds) else {
      return nil
    }
    self.asked = nil
    return asked.command
  }
}
