// SPDX-License-Identifier: GPL-3.0-or-later

/// How long a note or a rest is, as it is written.
struct NoteValue: Equatable {
  /// In steps of the grid.
  let steps: Int
  /// MusicXML's word: "quarter".
  let type: String
  /// Dots behind it.
  let dots: Int
  /// It belongs to a tuplet of three in the time of two.
  let isTuplet: Bool

  private static let types = [
    1: "whole", 2: "half", 4: "quarter", 8: "eighth", 16: "16th", 32: "32nd",
  ]

  /// The values that `steps` of a beat are written as, the longest first; a triplet grid has tuplets.
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

  /// So many steps as one value; nil if that takes two.
  private static func value(_ steps: Int, on grid: BeatGrid) -> NoteValue? {
    let isTernary = grid.grid % 3 == 0
    // A whole beat of triplets is written plainly.
    if isTernary && steps % grid.stepsPerBeat != 0 {
      // Three in the time of two: a step is written half as long again as it is.
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
