// SPDX-License-Identifier: GPL-3.0-or-later

/// A loop: its length and its layers. It is a value, so that each step that can be undone keeps one.
public struct LoopContent: Sendable, Equatable {
  /// Where its cycles lie; nil where there is no loop.
  public internal(set) var grid: LoopGrid?
  /// From the first to the last.
  public internal(set) var layers: [LoopLayer] = []

  /// Adds a note to a layer, which begins with it if it is not there.
  mutating func add(_ note: LoopNote, toLayer number: Int) {
    change(number) { $0.notes.append(note) }
  }

  /// Adds what the microphone heard to a layer, which begins with it if it is not there.
  mutating func add(_ stretch: LoopStretch, toLayer number: Int) {
    change(number) { $0.stretches.append(stretch) }
  }

  private mutating func change(_ number: Int, _ change: (inout LoopLayer) -> Void) {
    let place =
      layers.firstIndex { $0.number == number }
      ?? {
        layers.append(LoopLayer(number: number))
        return layers.count - 1
      }()
    change(&layers[place])
  }

  /// Changes notes with an identity, or takes away those that have nothing left.
  mutating func revise(_ id: Int, _ change: (HeardNote) -> HeardNote?) {
    for place in layers.indices where layers[place].notes.contains(where: { $0.heard.id == id }) {
      layers[place].notes = layers[place].notes.compactMap { note in
        guard note.heard.id == id else { return note }
        return change(note.heard).map { LoopNote(heard: $0, position: note.position) }
      }
    }
    layers.removeAll { $0.notes.isEmpty && $0.stretches.isEmpty }
  }

  /// The same with a length of so many beats: cut, or repeated from its beginning.
  func resized(toBeats beats: Int, atFrame frame: Int) -> LoopContent {
    guard let grid else { return self }
    let next = grid.resized(toBeats: beats, atFrame: frame)
    // Half a step before the end, notes belong to the next beginning.
    let end = grid.frames(
      ofBeats: grid.swing.bent(Double(beats) - 0.5 / Double(grid.stepsPerBeat)))
    // Sound that runs over the seam is whole where the loop is repeated whole.
    let soundEnd = beats % grid.beats == 0 ? Int.max / 2 : Int(end)
    var content = LoopContent(grid: next)
    for layer in layers {
      var copied = LoopLayer(number: layer.number)
      for copy in 0...(beats - 1) / grid.beats {
        let offset = Int(grid.frames(ofBeats: Double(copy * grid.beats)).rounded())
        copied.notes += layer.notes.compactMap { note in
          let position = note.position + offset
          return Double(position) < end ? LoopNote(heard: note.heard, position: position) : nil
        }
        copied.stretches += layer.stretches.compactMap { $0.moved(by: offset, cutAt: soundEnd) }
      }
      if !copied.notes.isEmpty || !copied.stretches.isEmpty { content.layers.append(copied) }
    }
    return content
  }

  /// The same with a layer so many beats later; what leaves the cycle comes in at its other end.
  func moved(layer number: Int, byBeats beats: Double) -> LoopContent {
    guard let grid, let place = layers.firstIndex(where: { $0.number == number }) else {
      return self
    }
    let later = Int(grid.frames(ofBeats: beats).rounded())
    var content = self
    content.layers[place].notes = layers[place].notes.map { note in
      LoopNote(heard: note.heard, position: grid.wrapped(note.position + later))
    }
    content.layers[place].stretches = layers[place].stretches.map { stretch in
      LoopStretch(
        sound: stretch.sound, heardFrame: stretch.heardFrame,
        position: grid.wrapped(stretch.position + later))
    }
    return content
  }
}

/// What a loop was and will be again: a step for each overdub and each change of the length, to the beginning and back.
struct LoopHistory: Sendable, Equatable {
  private(set) var past: [LoopContent] = []
  var present = LoopContent()
  private(set) var future: [LoopContent] = []

  /// The same with each of its contents changed alike.
  func map(_ change: (LoopContent) -> LoopContent) -> LoopHistory {
    var history = self
    (history.past, history.present) = (past.map(change), change(present))
    history.future = future.map(change)
    return history
  }

  /// What changes from now on is a step; what was undone is forgotten.
  mutating func beginStep() {
    past.append(present)
    future = []
  }

  /// Goes a step back; false at the beginning.
  mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(present)
    present = last
    return true
  }

  /// Goes a step forward; false where none was undone.
  mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(present)
    present = next
    return true
  }
}
