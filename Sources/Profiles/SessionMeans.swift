// SPDX-License-Identifier: GPL-3.0-or-later

/// The means of sounds in the latest session, with the help of earlier ones.
///
/// Another position or microphone colours all sounds alike: it adds the same levels to all of them.
/// So each earlier session is shifted by the mean difference of the sounds taught in both; sounds
/// that were not taught again move along. Earlier hits count the less, the further apart the
/// sounds still lie beyond what chance explains: the best mix of a few hits of today and many of
/// before, if the sounds moved by a Gaussian (B. Efron, C. Morris, "Data analysis using Stein's
/// estimator and its generalizations", J. Am. Stat. Assoc. 70, 1975).
struct SessionMeans {
  /// The least variance of a feature within a sound, in square decibels.
  private static let leastVariance = 1.0

  /// How a sound moved beyond what all sounds did, and how far chance moves its mean, against the
  /// variance within it.
  private struct Move {
    let difference: [Double]
    let chance: Double
  }

  /// The mean of each sound, in the given order.
  let means: [[Double]]

  /// - Parameters:
  ///   - sounds: The rows of features of each sound, by session; one or more.
  ///   - earlierWeight: The weight of a row of an earlier session, against 1 for the latest, if
  ///     fewer than two sounds show how far they moved since.
  init(_ sounds: [[Int: [[Float]]]], earlierWeight: Double) {
    let latest = sounds.flatMap(\.keys).max() ?? 0
    let plain = sounds.map { $0.mapValues(Trainer.mean) }
    let size = plain.first?.values.first?.count ?? 0
    let sessions = Set(sounds.flatMap(\.keys))
    let variances = sessions.count < 2 ? [] : Self.variances(sounds, means: plain, size: size)
    var shifts: [Int: [Double]] = [:]
    var drifts: [Int: Double] = [:]
    for session in sessions {
      let shift = Self.shift(plain, from: session, to: latest, size: size)
      shifts[session] = shift
      guard session != latest else { continue }
      let moves: [Move] = zip(sounds, plain).compactMap { rows, means in
        guard let before = means[session], let now = means[latest],
          let countBefore = rows[session]?.count, let countNow = rows[latest]?.count
        else { return nil }
        return Move(
          difference: (0..<size).map { now[$0] - before[$0] - shift[$0] },
          chance: 1 / Double(countBefore) + 1 / Double(countNow))
      }
      drifts[session] = Self.drift(moves, variances: variances)
    }
    means = zip(sounds, plain).map { rows, means in
      var sum = [Double](repeating: 0, count: size)
      var weights = 0.0
      for session in rows.keys.sorted() {
        guard let mean = means[session], let shift = shifts[session] else { continue }
        let count = Double(rows[session]?.count ?? 0)
        let earlier = drifts[session].map { 1 / (1 + count * $0) } ?? earlierWeight
        let weight = session == latest ? count : count * earlier
        for index in 0..<size { sum[index] += weight * (mean[index] + shift[index]) }
        weights += weight
      }
      return sum.map { $0 / weights }
    }
  }

  /// The mean difference of the sounds taught in both sessions; none if there are no such sounds.
  private static func shift(
    _ means: [[Int: [Double]]], from session: Int, to latest: Int, size: Int
  ) -> [Double] {
    let pairs = means.compactMap { sound in
      sound[session].flatMap { before in sound[latest].map { (before: before, now: $0) } }
    }
    guard session != latest, !pairs.isEmpty else { return [Double](repeating: 0, count: size) }
    return (0..<size).map { index in
      pairs.reduce(0) { $0 + $1.now[index] - $1.before[index] } / Double(pairs.count)
    }
  }

  /// The variance of each feature within a sound and session.
  private static func variances(
    _ sounds: [[Int: [[Float]]]], means: [[Int: [Double]]], size: Int
  ) -> [Double] {
    var squares = [Double](repeating: 0, count: size)
    var freedom = 0
    for (sound, means) in zip(sounds, means) {
      for (session, rows) in sound.sorted(by: { $0.key < $1.key }) {
        guard let mean = means[session] else { continue }
        freedom += rows.count - 1
        for row in rows {
          for index in 0..<size {
            let difference = Double(row[index]) - mean[index]
            squares[index] += difference * difference
          }
        }
      }
    }
    return squares.map { $0 / Double(max(1, freedom)) + leastVariance }
  }

  /// The variance by which sounds moved each for itself, against that within a sound, beyond the
  /// variance of their means by chance; at least 0, and nil with fewer than two sounds.
  private static func drift(_ moves: [Move], variances: [Double]) -> Double? {
    guard moves.count > 1 else { return nil }
    let count = Double(moves.count)
    var total = 0.0
    for move in moves {
      for (index, step) in move.difference.enumerated() { total += step * step / variances[index] }
    }
    // The common shift took one of the moves.
    let variance = total / ((count - 1) * Double(variances.count))
    return max(0, variance - moves.reduce(0) { $0 + $1.chance } / count)
  }
}
