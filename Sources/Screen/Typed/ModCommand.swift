// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// A typed command for the matrix of hits while playing: "mod velocity drums 1 cutoff 0.5".
struct ModCommand {
  /// The typed commands, a line each.
  static let help = """
    mod velocity drums 1 cutoff 0.5
                         each hit moves a value of the effect in slot 1; also by
                         brightness, loudness, place (in the bar)
    mod                  what moves; 'mod 1 remove' ends the first
    """

  /// Words with which a line begins.
  static let verbs = ["mod"]

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a line and returns its answer, a line each; nil if it is not about the matrix.
  func carryOut(_ line: String) -> [String]? {
    let words = line.split(separator: " ").map(String.init)
    guard words.first.map({ Self.verbs.contains($0.lowercased()) }) == true else { return nil }
    do {
      if words.count > 1 { try engine.perform(.modulate(try command(Array(words.dropFirst())))) }
      return rows
    } catch {
      return [MixCommand.message(error)]
    }
  }

  private func command(_ words: [String]) throws(TypedFault) -> EngineCommand.Modulate {
    if let row = Int(words[0]) {
      guard words.count == 2, words[1].lowercased() == "remove" else {
        throw TypedFault("write what to do with row \(row): mod \(row) remove")
      }
      return EngineCommand.Modulate(row: row, nil)
    }
    return EngineCommand.Modulate(try ModulationText.row(words))
  }

  /// The rows that are filled, a line each.
  private var rows: [String] {
    let lines = engine.state.modulations.sorted { $0.key < $1.key }.map { number, row in
      let setting = engine.state.rack(of: row.bus)[row.slot]
      let rest = row.fault(on: setting).map { " (rests: \($0.reason))" } ?? ""
      return "\(number): \(ModulationText.text(row))\(rest)"
    }
    return lines.isEmpty ? ["nothing follows the hits"] : lines
  }
}
