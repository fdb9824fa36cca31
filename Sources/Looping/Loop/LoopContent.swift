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
    let before = layers
    for place in layers.indices where layers[place].notes.contains(where: { $0.heard.id == id }) {
      layers[place].notes = layers[place].notes.compactMap { note in
        guard note.heard.id == id else { return note }
        return change(note.heard).map { LoopNote(heard: $0, position: note.position) }
      }
    }
    let emptied = before.filter { !$0.notes.isEmpty }.map(\.number)
    layers.removeAll { emptied.contains($0.number) && $0.notes.isEmpty && $0.stretches.isEmpty }
  }

  /// Adds what layers of another one with the same cycles have.
  mutating func add(_ other: LoopContent) {
    for layer in other.layers {
      change(layer.number) {
        $0.notes += layer.notes
        $0.stretches += layer.stretches
      }
    }
  }

  /// The same with a length of so many beats: cut, or repeated from its beginning.
  func resized(toBeats beats: Int, atFrame frame: Int) -> LoopContent {
    guard let grid else { return self }
    let next = grid.resized(toBeats: beats, atFrame: frame)
    // Half a step before the end, notes belong to the next beginning.
    let end = grid.frames(
      ofBeats: grid.swing.bent(Double(beats) - 0.5 / Double(grid.stepsPerBeat)))
    // Sound that runs over the seam is whole where the loop is repeated whole; else its end is cut off, and lies at the beginning.
    let isWhole = beats % grid.beats == 0
    let soundEnd = isWhole ? Int.max / 2 : Int(end)
    let soundBegin = Int(grid.frames(ofBeats: grid.swing.bent(-0.5 / Double(grid.stepsPerBeat))))
    let cycle = Int(grid.frames(ofBeats: Double(grid.beats)).rounded())
    var content = LoopContent(grid: next)
    for layer in layers {
      var copied = LoopLayer(number: layer.number)
      if !isWhole {
        copied.stretches = layer.stretches
          .compactMap { $0.moved(by: -cycle, cutBefore: soundBegin) }
          .compactMap { $0.moved(by: 0, cutAt: soundEnd) }
      }
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
