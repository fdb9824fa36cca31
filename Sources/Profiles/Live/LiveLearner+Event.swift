// SPDX-License-Identifier: GPL-3.0-or-later

extension LiveLearner {
  /// How to play the hits of a sound.
  public enum Manner: String, Equatable, Sendable {
    case softly, hard, freely

    /// How a lesson divides the hits of a sound, in order: two fifths softly, as many hard, the
    /// rest freely.
    public static func parts(hits: Int) -> [(manner: Manner, count: Int)] {
      guard hits > 1 else { return [(.freely, hits)] }
      let even = max(1, hits * 2 / 5)
      return [(.softly, even), (.hard, even), (.freely, hits - 2 * even)].filter { $0.count > 0 }
    }
  }

  /// An instruction or a result for the player.
  public enum Event: Equatable, Sendable {
    /// Be quiet for so long.
    case quiet(seconds: Int)
    /// The end of ``measureBackground()``.
    case background(Background)
    /// Hit hard, so many times.
    case hitHard(count: Int)
    /// The end of ``checkLevel()``.
    case level(WorkingLevel)
    /// The seconds left until the sound is to be hit.
    case countIn(label: String, seconds: Int)
    /// Hit so many times, in this manner.
    case tap(label: String, Manner, count: Int)
    /// A hit was heard: its number since the step began, and its peak in dBFS.
    case heard(count: Int, peakDecibels: Float)
    /// The end of ``teach(_:hits:)``: hits found, and the peaks of the softest and the hardest in dBFS.
    case taught(label: String, hits: Int, softestDecibels: Float, hardestDecibels: Float)
    /// The other end of ``teach(_:hits:)``: not enough hits to learn from.
    case nothingHeard(label: String)
  }
}
