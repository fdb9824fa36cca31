// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Notation
import Sequencing

extension Meter: ExpressibleByArgument {
  /// Parses "3/4".
  public init?(argument: String) { self.init(argument) }
}

/// The player's knowledge of a session's beats, bars and steps.
struct GridOptions: ParsableArguments {
  /// The tempo: a number, so many times the one that is found, or to be tapped.
  enum Tempo: ExpressibleByArgument {
    case given(beatsPerMinute: Double)
    case times(Double)
    case tapped

    init?(argument: String) {
      if argument == "tap" {
        self = .tapped
      } else if argument == "x2" || argument == "/2" {
        self = .times(argument == "x2" ? 2 : 0.5)
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
      Beats a minute (\(PlayedTempo.rangeText)); 'x2' or '/2' for twice or half the one that is found, or 'tap' to tap it with Enter. \
      Default: that of the click, else found from the hits.
      """,
      valueName: "tempo"))
  var tempo: Tempo?

  @Option(
    help: ArgumentHelp(
      "Time signature, such as 3/4, 6/8 or 7/8. Default: that of the click, else 4/4 or 3/4.",
      valueName: "beats/unit"))
  var meter: Meter?

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
    guard let meter, meter.stepsPerBeat(grid: grid) == nil else { return }
    throw ValidationError("--grid \(grid) does not fit --meter \(meter): try 16.")
  }

  /// Finds the grid of a session's notes; the click is the grid unless a tempo is given. With `--tempo tap` it waits for
  /// taps.
  func grid(of notes: [ScoreNote], _ click: HeardClick?) throws -> BeatGrid {
    var (beatsPerMinute, factor): (Double?, Double) = (nil, 1)
    switch tempo {
    case .given(let tempo): beatsPerMinute = tempo
    case .times(let times): factor = times
    case .tapped: beatsPerMinute = try TempoTaps.read()
    case nil: break
    }
    let finder = GridFinder(
      meter: meter, beatsPerMinute: beatsPerMinute, grid: grid, factor: factor)
    guard let click, beatsPerMinute == nil else { return finder.find(notes) }
    if meter == nil, let grid, click.meter.stepsPerBeat(grid: grid) == nil {
      throw CommandFailure(
        .usage, "--grid \(grid) does not fit the click's \(click.meter): try 16")
    }
    return finder.find(notes, click: click)
  }
}
