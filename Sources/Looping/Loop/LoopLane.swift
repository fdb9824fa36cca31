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

  /// A stretch of the microphone's sound.
  public struct Sound: Codable, Sendable, Equatable {
    /// Beats since the beginning of the cycle, to a thousandth: less than the loop has.
    public let beat: Double
    /// How long it is.
    public let beats: Double
  }

  /// The layer's number.
  public let number: Int
  /// In the order in which they were played.
  public let notes: [Note]
  /// What the microphone heard, in the order of time; missing for none.
  public let sounds: [Sound]?
}

extension Looper {
  /// The layers from the first to the last, as their steps and their swing are heard, but not their unevenness.
  public var lanes: [LoopLane] {
    guard let grid = content.grid else { return [] }
    let playing = LoopPlaying(grid, content.layers, settings)
    let start = grid.start(ofCycle: 0)
    let beats = Double(grid.beats)
    func wrapped(_ place: Double) -> Double {
      let beat = Self.rounded(place)
      return beat < 0 ? beat + beats : beat < beats ? beat : beat - beats
    }
    return content.layers.map { layer in
      let notes = layer.notes.map { note in
        let place = grid.beat(ofPosition: playing.moved(note, inCycle: 0) - start)
        return LoopLane.Note(
          beat: wrapped(place), pad: note.heard.pad, velocity: note.heard.velocity)
      }
      let sounds = layer.stretches.map { stretch in
        LoopLane.Sound(
          beat: wrapped(grid.beat(ofPosition: stretch.position)),
          beats: Self.rounded(grid.beat(ofPosition: stretch.sound.frameCount)))
      }
      return LoopLane(number: layer.number, notes: notes, sounds: sounds.isEmpty ? nil : sounds)
    }
  }

  private static func rounded(_ beat: Double) -> Double { (1000 * beat).rounded() / 1000 }
}
