// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Scores

extension HitMessage {
  /// What a hit is for a score; nothing if it was no sound of the profile.
  ///
  /// - Parameters:
  ///   - frame: Its onset by the score's clock.
  ///   - pad: The pad that it plays.
  func occurrences(atFrame frame: Int, pad: String?) -> [ScoreOccurrence] {
    guard let sound else { return [] }
    let kinds: [ScoreOccurrence.Kind?] = [.hit(sound: sound), pad.map { .pad($0) }]
    return kinds.compactMap(\.self).map {
      ScoreOccurrence($0, frame: frame, velocity: Double(velocity), source: source.rawValue)
    }
  }
}
