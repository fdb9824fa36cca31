// SPDX-License-Identifier: GPL-3.0-or-later

/// The means of sounds in the latest session, with the help of earlier ones.
///
/// Another position or microphone colours all sounds alike: it adds the same levels to all of them.
/// So each earlier session is shifted by the mean difference of the sounds taught in both; sounds
/// that were not taught again move along. The remaining difference is weighted: a few hits of today
/// against many of before.
struct SessionMeans {
  /// The mean of each sound, in the given order.
  let means: [[Double]]

  /// - Parameters:
  ///   - sounds: The rows of features of each sound, by session; one or more.
  ///   - earlierWeight: The weight of a row of an earlier session, against 1 for the latest.
  init(_ sounds: [[Int: [[Float]]]], earlierWeight: Double) {
    let latest = sounds.flatMap(\.keys).max() ?? 0
    let plain = sounds.map { $0.mapValues(Trainer.mean) }
    let size = plain.first?.values.first?.count ?? 0
    var shifts: [Int: [Double]] = [:]
    for session in Set(sounds.flatMap(\.keys)) {
      shifts[session] = Self.shift(plain, from: session, to: latest, size: size)
    }
    means = zip(sounds, plain).map { rows, means in
      var sum = [Double](repeating: 0, count: size)
      var weights = 0.0
      for session in rows.keys.sorted() {
        guard let mean = means[session], let shift = shifts[session] else { continue }
        let weight = Double(rows[session]?.count ?? 0) * (session == latest ? 1 : earlierWeight)
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
}
