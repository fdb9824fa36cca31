// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Profiles

@Suite struct SessionMeansTests {
  private static let size = 40
  private static let soundCount = 6

  /// Hits of sounds around their places, each feature with a deviation of about 3.
  private static func hits(
    at places: [[Double]], count: Int, plus colour: Double = 0,
    _ generator: inout SeededGenerator
  ) -> [[[Float]]] {
    places.map { place in
      (0..<count).map { _ in
        place.map { level in
          let noise = (0..<3).reduce(Float(0)) { sum, _ in sum + 2 * generator.uniform() - 1 }
          return Float(level + colour) + 3 * noise
        }
      }
    }
  }

  private static func places(
    around places: [[Double]], by decibels: Double, _ generator: inout SeededGenerator
  ) -> [[Double]] {
    places.map { $0.map { $0 + decibels * Double(2 * generator.uniform() - 1) } }
  }

  /// Root mean square distance of the means from the places of today, with the earlier session and
  /// without: ten hits then and three today.
  private static func errors(
    moved decibels: Double, colour: Double, seed: UInt64
  ) -> (both: Double, today: Double) {
    var generator = SeededGenerator(seed: seed)
    let origin = [[Double]](repeating: Array(repeating: 0, count: size), count: soundCount)
    let then = places(around: origin, by: 20, &generator)
    let now = places(around: then, by: decibels, &generator)
    let before = hits(at: then, count: 10, plus: colour, &generator)
    let today = hits(at: now, count: 3, &generator)
    func error(_ sounds: [[Int: [[Float]]]]) -> Double {
      let means = SessionMeans(sounds, earlierWeight: 0.3).means
      let squares = zip(means.joined(), now.joined()).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
      return (squares / Double(size * soundCount)).squareRoot()
    }
    return (
      error(zip(before, today).map { [0: $0, 1: $1] }), error(today.map { [1: $0] })
    )
  }

  @Test(
    "hits of an earlier session help if the sounds stayed, even if all were coloured alike",
    arguments: [0.0, 8], [1, 2, 3] as [UInt64])
  func stayed(colour: Double, seed: UInt64) {
    let error = Self.errors(moved: 0, colour: colour, seed: seed)
    #expect(error.both < 0.7 * error.today)
  }

  @Test(
    "hits of an earlier session hardly count if each sound moved for itself",
    arguments: [1, 2, 3] as [UInt64])
  func moved(seed: UInt64) {
    let error = Self.errors(moved: 20, colour: 0, seed: seed)
    #expect(error.both < 1.02 * error.today)
  }

  @Test("with one sound taught again, the others move along")
  func alone() {
    let before: [[Float]] = [[1, 2], [3, 2]]
    let now: [[Float]] = [[8, 4], [10, 4]]
    let means = SessionMeans([[0: before, 1: now], [0: [[0, 0]]]], earlierWeight: 0.25).means
    // The shift is that of the only sound: its earlier mean coincides with today's.
    #expect(means == [[9, 4], [7, 2]])
  }
}
