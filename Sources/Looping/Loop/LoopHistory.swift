// SPDX-License-Identifier: GPL-3.0-or-later

/// How a loop came from the one before it.
enum LoopChange: Sendable, Equatable {
  /// Something was added.
  case added
  /// It is another one.
  case replaced
  /// A layer was moved.
  case moved(layer: Int, beats: Double)
  /// Its length was changed.
  case resized(beats: Int, atFrame: Int)

  /// What becomes of a part of the loop before; nil for nothing.
  func applied(to part: LoopContent) -> LoopContent? {
    switch self {
    case .added: part
    case .replaced: nil
    case .moved(let layer, let beats): part.moved(layer: layer, byBeats: beats)
    case .resized(let beats, let frame): part.resized(toBeats: beats, atFrame: frame)
    }
  }
}

/// What a loop was and will be again: a step for each overdub and each change of the length, to the beginning and back.
struct LoopHistory: Sendable, Equatable {
  private struct Step: Sendable, Equatable {
    var content: LoopContent
    let change: LoopChange
  }

  private var steps = [Step(content: LoopContent(), change: .replaced)]
  /// The number of the step that is there, from 0 on.
  private(set) var place = 0

  /// The loop that is there.
  var present: LoopContent {
    get { steps[place].content }
    set { steps[place].content = newValue }
  }

  /// All that is there or can be brought back.
  var contents: [LoopContent] { steps.map(\.content) }

  /// The same with each of its contents changed alike.
  func map(_ change: (LoopContent) -> LoopContent) -> LoopHistory {
    var history = self
    history.steps = steps.map { Step(content: change($0.content), change: $0.change) }
    return history
  }

  /// What changes from now on is a step; what was undone is forgotten.
  mutating func beginStep(_ change: LoopChange) {
    steps.removeSubrange((place + 1)...)
    steps.append(Step(content: present, change: change))
    place += 1
  }

  /// Goes a step back; false at the beginning.
  mutating func undo() -> Bool {
    guard place > 0 else { return false }
    place -= 1
    return true
  }

  /// Goes a step forward; false where none was undone.
  mutating func redo() -> Bool {
    guard place + 1 < steps.count else { return false }
    place += 1
    return true
  }

  /// The cycles of a step.
  func grid(ofStep step: Int) -> LoopGrid? { steps[step].content.grid }

  /// Adds what belongs to a step and comes late: to it, and changed as it was to all that came from it.
  mutating func add(_ layer: LoopLayer, toStep first: Int) {
    var part = LoopContent(grid: steps[first].content.grid, layers: [layer])
    for step in first..<steps.count {
      if step > first {
        guard let changed = steps[step].change.applied(to: part) else { return }
        part = changed
      }
      steps[step].content.add(part)
    }
  }

  /// Changes notes with an identity wherever they are.
  mutating func revise(_ id: Int, _ change: (HeardNote) -> HeardNote?) {
    for step in steps.indices { steps[step].content.revise(id, change) }
  }
}
