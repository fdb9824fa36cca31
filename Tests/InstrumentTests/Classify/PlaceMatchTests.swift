// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct PlaceMatchTests {
  /// Two sounds, 8 dB and 0.5 ms apart.
  private let model = PlaceModel(
    places: [SIMD4<Float>(4, 4, 4, 2.5), SIMD4<Float>(-4, -4, -4, -2.5)].map { mean in
      Array(
        repeating: PlaceModel.Place(mean: mean, deviation: SIMD4(2, 2, 2, 1)),
        count: HitFeatures.horizonCount)
    })

  private func distances(_ values: SIMD4<Float>, known: SIMD4<Float>) -> [Float] {
    var difference = ChannelDifference()
    (difference.values, difference.known) = (values, known)
    var distances: [Float] = [10, 10]
    PlaceMatch(model: model).add(difference, horizon: 2, to: &distances)
    return distances
  }

  @Test("a hit is nearer to the sound that is struck at its place")
  func nearer() {
    let (first, second) = (SIMD4<Float>(4, 4, 4, 2.5), SIMD4<Float>(-3, -5, -4, -2))
    let here = distances(first, known: .one)
    let there = distances(second, known: .one)
    #expect(here[1] - here[0] > 10 && there[0] - there[1] > 10)
  }

  @Test("an unknown difference does not count; a single one does")
  func unknown() {
    #expect(distances(SIMD4(9, 9, 9, 9), known: .zero) == [10, 10])
    let delay = distances(SIMD4(-9, -9, -9, 2.5), known: SIMD4(0, 0, 0, 1))
    #expect(delay[0] < delay[1])
  }

  @Test("one misled difference counts less than three good ones")
  func astray() {
    let distances = distances(SIMD4(4, 4, 4, -20), known: .one)
    #expect(distances[0] < distances[1])
  }
}
