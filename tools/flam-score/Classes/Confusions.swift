// SPDX-License-Identifier: GPL-3.0-or-later

/// How often each sound was taken for each.
struct Confusions: Encodable {
  static let rejected = "none of them"
  static let missed = "not heard"

  /// The sounds that were played, sorted.
  let played: [String]
  /// The sounds they were taken for, none of them, not heard.
  let takenFor: [String]
  /// By played sound, then by the sound it was taken for.
  let counts: [[Int]]

  /// The hits' final decisions.
  init(_ trials: ClassTrials, labels: [String]) {
    let takenFor = labels + [Self.rejected, Self.missed]
    played = labels
    self.takenFor = takenFor
    counts = labels.map { label in
      let own = trials.trials.filter { $0.label == label }
      return takenFor.map { name in
        own.count { trial in
          guard let last = trial.opinions.last else { return name == Self.missed }
          return name == last.sound ?? Self.rejected
        }
      }
    }
  }

  /// Pairs of sounds that were mistaken for one another, worst first.
  var worstPairs: [(first: String, second: String, mistaken: Int, played: Int)] {
    var pairs: [(first: String, second: String, mistaken: Int, played: Int)] = []
    for first in played.indices {
      for second in played.indices where second > first {
        let mistaken = counts[first][second] + counts[second][first]
        let both = counts[first].reduce(0, +) + counts[second].reduce(0, +)
        if mistaken > 0 { pairs.append((played[first], played[second], mistaken, both)) }
      }
    }
    return pairs.sorted { $0.mistaken * $1.played > $1.mistaken * $0.played }
  }
}
