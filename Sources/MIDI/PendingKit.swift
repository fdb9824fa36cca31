// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The kit of the last program change. A knob sends many in a row; only the one at which it stops
/// is loaded.
struct PendingKit {
  /// The knob has stopped if no other change comes within this time.
  static let settlingMilliseconds: Int32 = 50

  private var asked: (command: EngineCommand, seconds: Double)?

  /// A kit is waiting to be loaded.
  var isWaiting: Bool { asked != nil }

  /// Records a program change.
  mutating func ask(for command: EngineCommand, atSeconds now: Double) { asked = (command, now) }

  /// The kit to load now; returned once.
  mutating func take(atSeconds now: Double) -> EngineCommand? {
    guard let asked, now - asked.seconds >= 1e-3 * Double(Self.settlingMilliseconds) else {
      return nil
    }
    self.asked = nil
    return asked.command
  }
}
