// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// The last changes, each with the commands that undo it.
struct UndoHistory {
  /// A change that was carried out.
  struct Step {
    /// The last command of the change.
    let command: EngineCommand
    /// What was changed, as people call it: "the mix of kick".
    let text: String
    /// Carried out in this order.
    fileprivate(set) var inverse: [EngineCommand]
    /// The fader that it moved; nil if the next step of that fader is a change by itself.
    fileprivate let target: String?
    fileprivate var instant: MonotonicClock.Instant
  }

  /// Commands that are one change. Other changes may be noted between them.
  struct Group: Hashable {
    fileprivate let number: Int
    /// What all of it is, as people call it; nil for what its last command is.
    fileprivate let text: String?
  }

  /// How many changes are remembered.
  static let depth = 100
  /// Changes of the same fader within this time of each other are one.
  private static let pause = Duration.seconds(1)

  private var steps: [Step] = []
  /// What was carried out of the groups that have not ended.
  private var open: [Group: Step] = [:]
  private var groupCount = 0

  /// Notes a command that was carried out in `state`.
  ///
  /// - Parameter group: The group to which it belongs; nil for none.
  mutating func note(_ command: EngineCommand, in state: EngineState, of group: Group? = nil) {
    let now = MonotonicClock.now
    let target = group == nil ? command.body.target : nil
    if let target, let last = steps.last, last.target == target, now - last.instant < Self.pause {
      steps[steps.count - 1].instant = now
      return
    }
    let inverse = command.body.inverse(in: state)
    guard !inverse.isEmpty else { return }
    guard let group else {
      return append(
        Step(
          command: command, text: command.changeText, inverse: inverse, target: target,
          instant: now))
    }
    // What was changed last is undone first.
    let earlier = open[group]?.inverse ?? []
    open[group] = Step(
      command: command, text: group.text ?? command.changeText, inverse: inverse + earlier,
      target: nil, instant: now)
  }

  /// Begins a group. Until it ends, no undo takes any of it back.
  ///
  /// - Parameter text: What all of it is, as people call it; nil for what its last command is.
  mutating func begin(_ text: String? = nil) -> Group {
    groupCount += 1
    return Group(number: groupCount, text: text)
  }

  /// Ends a group: it is the last change now.
  mutating func end(_ group: Group) {
    if let step = open.removeValue(forKey: group) { append(step) }
  }

  /// Ends a group that is no change; returns what undoes it, to be carried out in this order.
  mutating func drop(_ group: Group) -> [EngineCommand] {
    open.removeValue(forKey: group)?.inverse ?? []
  }

  private mutating func append(_ step: Step) {
    if steps.count == Self.depth { steps.removeFirst() }
    steps.append(step)
  }

  /// Takes the last change out of the history; nil for none.
  mutating func takeLast() -> Step? { steps.popLast() }
}
