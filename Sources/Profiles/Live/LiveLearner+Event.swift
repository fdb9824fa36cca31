// SPDX-License-Identifier: GPL-3.0-or-later

extension LiveLearner {
  /// How a sound is to be hit.
  public enum Manner: String, Equatable, Sendable {
    case softly, hard, freely

    /// How so many hits of a sound are asked for, in order: two of five softly, as many hard, the others freely.
    public static func parts(hits: Int) -> [(manner: Manner, count: Int)] {
      guard hits > 1 else { return [(.freely, hits)] }
      let even = max(1, hits * 2 / 5)
      return [(.softly, even), (.hard, even), (.freely, hits - 2 * even)].filter { $0.count > 0 }
    }
  }

  /// What to tell the player.
  public enum Event: Equatable, Sendable {
    /// Be quiet now, for so long.
    case quiet(seconds: Int)
    /// The end of ``measureBackground()``.
    case background(Background)
    /// Now hit hard, so often.
    case hitHard(count: Int)
    /// The end of ``checkLevel()``.
    case level(WorkingLevel)
    /// Seconds until a sound is to be hit.
    case countIn(label: String, seconds: Int)
    /// Now, so often, in this manner.
    case tap(label: String, Manner, count: Int)
    /// A hit was heard; its number since the step began since the step began, and its peak in dBFS.
    case heard(count: Int, peakDecibels: Float)
    /// The end of ``teach(_:hits:)``: hits found, and the peaks of the softest and the hardest in dBFS.
    case taught(label: String, hits: Int, softestDecibels: Float, hardestDecibels: Float)
    /// The other end of ``teach(_:hits:)``: not enough hits to learn from.
    case nothingHeard(label: String)
  }
}
