// SPDX-License-Identifier: GPL-3.0-or-later

/// How a player's beats move beside even ones.
///
/// Nobody plays even beats: each is begun from the one before, and what it is too late or too early stays. Beside that, each hit
/// misses its beat by itself. So the hits near an end of the loop say more about that end than those far from it. A Kalman filter
/// weighs them: forward for the end of the loop, backward for its beginning. Its unit of variance is that of a hit.
/// Source: A. Wing, A. Kristofferson, "Response Delays and the Timing of Discrete Motor Responses", Perception & Psychophysics 14
/// (1973), on the two kinds of errors.
struct TakeDrift {
  /// A hit of a take.
  struct Hit {
    /// The beat of its step.
    let beat: Double
    /// How much later it is than even beats, without what is usual for its place in a beat.
    let lateSeconds: Double
  }

  /// The variance by which a beat moves beside the one before.
  private static let beatVariance = 0.1
  /// The variance of the first beat's place, and of how much longer all beats are than even ones: as good as unknown.
  private static let unknown = (place: 1.0, length: 10.0)
  /// Fewer hits show only themselves.
  private static let leastHits = 3

  private let hits: [Hit]
  private let firstBeat: Double

  /// Hits in any order; the loop begins with `firstBeat`.
  init(_ hits: [Hit], firstBeat: Double) {
    self.hits = hits.sorted { $0.beat < $1.beat }
    self.firstBeat = firstBeat
  }

  /// How much longer so many beats are than even ones, from the beginning of the loop on.
  func seconds(ofBeats beats: Int) -> Double {
    let end = firstBeat + Double(beats)
    let played = hits.filter { $0.beat <= end }
    guard played.count >= Self.leastHits else { return 0 }
    return Self.late(played, atBeat: end) - Self.late(played.reversed(), atBeat: firstBeat)
  }

  /// How late the player would be at a beat to which hits lead.
  private static func late(_ hits: [Hit], atBeat end: Double) -> Double {
    var (beat, late, longer) = (hits[0].beat, hits[0].lateSeconds, 0.0)
    var (place, both, length) = (unknown.place, 0.0, unknown.length)
    for hit in hits.dropFirst() {
      let passed = abs(hit.beat - beat)
      beat = hit.beat
      late += longer * passed
      place += passed * (2 * both + passed * length + beatVariance)
      both += passed * length
      let missed = hit.lateSeconds - late
      let (gain, lengthGain) = (place / (place + 1), both / (place + 1))
      late += gain * missed
      longer += lengthGain * missed
      length -= lengthGain * both
      both -= lengthGain * place
      place -= gain * place
    }
    return late + longer * abs(end - beat)
  }
}
