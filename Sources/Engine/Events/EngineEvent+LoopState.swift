// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Sequencing

extension EngineEvent {
  /// How the looper stands.
  public struct Looped: Codable, Sendable, Equatable {
    /// A layer.
    public struct Layer: Codable, Sendable, Equatable {
      /// Its number.
      public let number: Int
      /// How many notes it has.
      public let notes: Int
      /// How many stretches of the microphone's sound; missing for none.
      public let stretches: Int?
    }

    /// What it does.
    public let stage: LoopStage
    /// What it records.
    public let source: LoopSource
    /// Where beats and cycles lie on the output frames; missing where there is no loop.
    public let grid: LoopGrid?
    /// How many notes the first take has so far; 0 once it is a loop.
    public let takeNotes: Int
    /// From the first to the last.
    public let layers: [Layer]
    /// How the loop is played.
    public let settings: LoopSettings
    /// The performance is locked.
    public let isLocked: Bool
    /// The sound that is its pedal; missing for none.
    public let remote: EngineCommand.LoopRemote?

    /// The state of a looper.
    public init(_ looper: Looper, remote: EngineCommand.LoopRemote? = nil) {
      (self.remote, source) = (remote, looper.source)
      (stage, grid, settings) = (looper.stage, looper.content.grid, looper.settings)
      layers = looper.content.layers.map {
        Layer(
          number: $0.number, notes: $0.notes.count,
          stretches: $0.stretches.isEmpty ? nil : $0.stretches.count)
      }
      (isLocked, takeNotes) = (looper.isLocked, looper.takeNotes)
    }
  }
}

extension EngineEvent {
  /// A loop that was written.
  public struct LoopSaved: Codable, Sendable, Equatable {
    /// Its folder.
    public let path: String
    /// Names of its files: of its notes, if it has any, and of its layers.
    public let files: [String]
    /// Pads of its notes that the kit does not have, so that they are silent.
    public let missingPads: [String]

    /// Files of a folder.
    public init(path: String, files: [String], missingPads: [String] = []) {
      (self.path, self.files, self.missingPads) = (path, files, missingPads)
    }
  }
}
