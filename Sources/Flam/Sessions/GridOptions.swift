// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Engine
import Notation
import Sequencing

extension Meter: ExpressibleByArgument {
  /// Parses "3/4".
  public init?(argument: String) { self.init(argument) }
}

/// The player's knowledge of a session's beats, bars and steps.
struct GridOptions: ParsableArguments {
  /// The tempo: a number, or to be tapped.
  enum Tempo: ExpressibleByArgument {
    case given(beatsPerMinute: Double)
    case tapped

    init?(argument: String) {
      if argument == "tap" {
        self = .tapped
      } else if let tempo = Double(argument), PlayedTempo.range.contains(tempo) {
        self = .given(beatsPerMinute: tempo)
      } else {
        return nil
      }
    }
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Beats a minute (\(PlayedTempo.rangeText)), or 'tap' to tap it with Enter. Default: found from the hits.
      """,
      valueName: "tempo"))
  var tempo: Tempo?

  @Option(
    help: ArgumentHelp(
      "Time signature, such as 3/4, 6/8 or 7/8.",
      valueName: "beats/unit"))
  var meter = Meter.common

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Steps of a whole note: 8, 16, 32, or 12, 24 for triplets. Default: 16 or 12, as the hits fit.",
      valueName: "steps"))
  var grid: Int?

  func validate() throws {
    guard let grid else { return }
    guard [8, 12, 16, 24, 32].contains(grid) else {
      throw ValidationError("--grid must be 8, 12, 16, 24 or 32, not \(grid).")
    }
    guard meter.stepsPerBeat(grid: grid) != nil else {
      throw ValidationError("--grid \(grid) does not fit --meter \(meter): try 16.")
    }
  }

  /// Finds the grid of a session's hits. With `--tempo tap` it waits for taps.
  func grid(of notes: [ScoreNote]) throws -> BeatGrid {
    let beatsPerMinute: Double? =
      switch tempo {
      case .given(let tempo): tempo
      case .tapped: try TempoTaps.read()
      case nil: nil
      }
    return GridFinder(meter: meter, beatsPerMinute: beatsPerMinute, grid: grid).find(notes)
  }
}
