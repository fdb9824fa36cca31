// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Looping
import Sequencing

/// A loop that is to be written, with all that it sounds through.
public struct SavedLoop: Sendable {
  /// The folder within that of a session that its loop is in.
  public static let sessionFolder = "loop"

  /// The loop.
  public let looper: Looper
  /// The kit that plays it; nil for one whose sounds are not all in memory.
  public let kit: Kit?
  /// The path of that kit.
  public let kitPath: String
  /// The player's changes to that kit.
  public let adjustments: KitAdjustments
  /// How the drums answer.
  public let settings: InstrumentSettings
  /// How they are mixed.
  public let mix: MixSettings
  /// The tempo that their effects follow.
  public let tempo: PlayedTempo

  /// A loop, and what it sounds through.
  public init(
    _ looper: Looper, kit: Kit?, kitPath: String, adjustments: KitAdjustments,
    settings: InstrumentSettings, mix: MixSettings, tempo: PlayedTempo = PlayedTempo()
  ) {
    (self.looper, self.kit, self.kitPath) = (looper, kit, kitPath)
    (self.adjustments, self.settings, self.mix) = (adjustments, settings, mix)
    self.tempo = tempo
  }
}

/// What was written of a loop.
public struct LoopFiles: Sendable, Equatable {
  /// Names of the files, in the order in which they were written.
  public var names: [String] = []
  /// Pads of its notes that the kit does not have, in the order of their names.
  public var missingPads: [String] = []

  /// Nothing yet.
  public init() {}
}

/// Writes the files of a loop into an empty folder.
public typealias LoopSaver =
  @Sendable (
    _ loop: SavedLoop, _ folder: String
  ) throws(EngineError) -> LoopFiles
