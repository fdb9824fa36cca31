// SPDX-License-Identifier: GPL-3.0-or-later

/// The written length of a note or a rest.
struct NoteValue: Equatable {
  /// The number of steps of the grid.
  let steps: Int
  /// MusicXML's word: "quarter".
  let type: String
  /// The number of dots after it.
  let dots: Int
  /// It belongs to a tuplet of three in the time of two.
  let isTuplet: Bool

  private static let types = [
    1: "whole", 2: "half", 4: "quarter", 8: "eighth", 16: "16th", 32: "32nd",
  ]

  /// The values that `steps` of a beat are written as, the longest first. A triplet grid has
  /// tuplets.
  static func values(of steps: Int, on grid: BeatGrid) -> [NoteValue] {
    var values: [NoteValue] = []
    var rest = steps
    while rest > 0 {
      let longest = (1...rest).reversed().compactMap { value($0, on: grid) }.first
      guard let longest else { preconditionFailure("a step of the grid can be written") }
      values.append(longest)
      rest -= longest.steps
    }
    return values
  }

  /// This many steps as one value; nil if that takes two.
  private static func value(_ steps: Int, on grid: BeatGrid) -> NoteValue? {
    let isTernary = grid.grid % 3 == 0
    // A whole beat of triplets is written as a plain note.
    if isTernary && steps % grid.stepsPerBeat != 0 {
      // Three in the time of two: a step is written half as long again as it lasts.
      return plain(3 * steps, of: 2 * grid.grid).map {
        NoteValue(steps: steps, type: $0.type, dots: $0.dots, isTuplet: true)
      }
    }
    return plain(steps, of: grid.grid).map {
      NoteValue(steps: steps, type: $0.type, dots: $0.dots, isTuplet: false)
    }
  }

  /// The word for `count` of `whole` parts of a whole note.
  private static func plain(_ count: Int, of whole: Int) -> (type: String, dots: Int)? {
    for (part, name) in types {
      if count * part == whole { return (name, 0) }
      if count * part * 2 == whole * 3 { return (name, 1) }
    }
    return nil
  }
}
