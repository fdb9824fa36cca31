// SPDX-License-Identifier: GPL-3.0-or-later

/// How the strikes of a stage were answered.
struct TestSignalScore {
  /// How far from a strike the hit that answers it may lie, in seconds.
  static let tolerance = Tolerance(before: 0.020, after: 0.030)

  /// Whether each strike was heard, in order.
  let isHeard: [Bool]
  /// The velocity of the hit that answers each strike; nil if none does, or if it has none.
  let velocities: [Double?]
  /// Strikes whose sound was known in the end.
  let right: Int
  /// The times of hits that were no strike, in seconds.
  let falseSeconds: [Double]
  let seconds: Double

  /// Scores the sounding ones of the hits heard.
  init(
    _ stage: TestSignal, heard hits: [HeardHit], within tolerance: Tolerance = Self.tolerance
  ) {
    let sounding = hits.filter(\.isSounding).sorted { $0.seconds < $1.seconds }
    let matching = Matching(
      truth: stage.strikes.map(\.seconds), heard: sounding.map(\.seconds), within: tolerance)
    var isHeard = [Bool](repeating: false, count: stage.strikes.count)
    var velocities = [Double?](repeating: nil, count: stage.strikes.count)
    for pair in matching.pairs {
      isHeard[pair.truth] = true
      velocities[pair.truth] = sounding[pair.heard].velocity
    }
    let used = Set(matching.pairs.map(\.heard))
    self.isHeard = isHeard
    self.velocities = velocities
    right = matching.pairs.count { stage.strikes[$0.truth].label == sounding[$0.heard].sound }
    falseSeconds = sounding.indices.filter { !used.contains($0) }.map { sounding[$0].seconds }
    seconds = stage.seconds
  }

  var strikes: Int { isHeard.count }
  var heard: Int { isHeard.count { $0 } }
  /// Share of the strikes.
  var heardShare: Double { Double(heard) / Double(max(1, strikes)) }
  /// Share of the strikes.
  var rightShare: Double { Double(right) / Double(max(1, strikes)) }
  var falsePerMinute: Double { 60 * Double(falseSeconds.count) / max(1e-9, seconds) }
  /// Share of the sounding hits that was a strike; 1 if nothing sounded.
  var precision: Double {
    heard + falseSeconds.count == 0 ? 1 : Double(heard) / Double(heard + falseSeconds.count)
  }
}
