// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Notation

/// The tempo at which somebody plays without a click.
package struct HeardTempo: Equatable {
  /// A hit as the search takes it.
  package struct Hit {
    let note: ScoreNote

    /// A hit of a sound, which plays a pad of a name; nil if that is not known.
    package init(seconds: Double, sound: String, pad: String?, velocity: Float) {
      note = ScoreNote(
        seconds: seconds, sound: sound, role: pad.flatMap { PadRole(name: $0) } ?? .other,
        velocity: velocity)
    }
  }

  /// Beats a minute of the likeliest tempo.
  package let beatsPerMinute: Double
  /// Of the one that comes second; nil for none.
  package let otherBeatsPerMinute: Double?

  /// The tempo of hits; nil if they do not show one.
  package init?(_ hits: [Hit]) {
    let grid = GridFinder().find(hits.map(\.note))
    guard let found = grid.knownBeatsPerMinute else { return nil }
    (beatsPerMinute, otherBeatsPerMinute) = (found, grid.otherBeatsPerMinute)
  }
}
