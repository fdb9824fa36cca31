// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// The last changes, each with the commands that undo it.
struct UndoHistory {
  /// A change that was carried out.
  struct Step {
    let command: EngineCommand
    /// Carried out in this order.
    let inverse: [EngineCommand]
    fileprivate var instant: MonotonicClock.Instant
  }

  /// How many changes are remembered.
  private static let depth = 100
  /// Changes of the same fader within this time of each other are one.
  private static let pause = Duration.seconds(1)

  private var steps: [Step] = []

  /// Notes a command that was carried out in `state`.
  mutating func note(_ command: EngineCommand, in state: EngineState) {
    let now = MonotonicClock.now
    if let target = command.body.target, let last = steps.last, last.command.body.target == target,
      now - last.instant < Self.pause
    {
      steps[steps.count - 1].instant = now
      return
    }
    let inverse = command.body.inverse(in: state)
    guard !inverse.isEmpty else { return }
    if steps.count == Self.depth { steps.removeFirst() }
    steps.append(Step(command: command, inverse: inverse, instant: now))
  }

  /// Makes the last changes one, if they are exactly these commands: nothing else was changed
  /// between them.
  mutating func join(_ commands: some Collection<EngineCommand>) {
    let joined = Array(steps.suffix(commands.count))
    guard let last = joined.last, joined.map(\.command) == Array(commands) else { return }
    steps.removeLast(joined.count)
    steps.append(
      Step(
        command: last.command, inverse: joined.reversed().flatMap(\.inverse), instant: last.instant
      ))
  }

  /// Takes the last change out of the history; nil for none.
  mutating func takeLast() -> Step? { steps.popLast() }
}
