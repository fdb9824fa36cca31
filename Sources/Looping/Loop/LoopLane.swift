// SPDX-License-Identifier: GPL-3.0-or-later

/// A layer as it is drawn: where in the cycle each of its notes sounds.
public struct LoopLane: Codable, Sendable, Equatable {
  /// A note.
  public struct Note: Codable, Sendable, Equatable {
    /// Beats since the beginning of the cycle, to a thousandth: less than the loop has.
    public let beat: Double
    /// Its pad by role, name or MIDI note.
    public let pad: String
    /// How hard, 0...1.
    public let velocity: Float
  }

  /// The layer's number.
  public let number: Int
  /// In the order in which they were played.
  public let notes: [Note]
}

extension Looper {
  /// The layers from the first to the last, as their steps and their swing are heard, but not their unevenness.
  public var lanes: [LoopLane] {
    guard let grid = content.grid else { return [] }
    let playing = LoopPlaying(grid, content.layers, settings)
    let start = grid.start(ofCycle: 0)
    return content.layers.map { layer in
      let notes = layer.notes.map { note in
        let place = grid.beat(ofPosition: playing.moved(note, inCycle: 0) - start)
        let beat = (1000 * place).rounded() / 1000
        let beats = Double(grid.beats)
        return LoopLane.Note(
          beat: beat < 0 ? beat + beats : beat < beats ? beat : beat - beats, pad: note.heard.pad,
          velocity: note.heard.velocity)
      }
      return LoopLane(number: layer.number, notes: notes)
    }
  }
}
