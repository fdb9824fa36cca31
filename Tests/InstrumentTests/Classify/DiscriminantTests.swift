// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct DiscriminantTests {
  /// Two sounds with two features at each horizon; the other may be found late by a shift that moves it to (9, 9).
  private func model(shiftCosts: [Float] = [0]) -> HearingModel {
    func sound(_ name: String, _ means: [Float]) -> HearingModel.Sound {
      HearingModel.Sound(
        name: name, means: Array(repeating: Array(means.prefix(2 * shiftCosts.count)), count: 7),
        forecasts: Array(repeating: PeakForecast(), count: 7), velocity: VelocityCurve())
    }
    return HearingModel(
      sounds: [sound("one", [0, 0, 0, 0]), sound("other", [3, 1, 9, 9])], bandCount: 1,
      shiftCosts: Array(repeating: shiftCosts, count: 7),
      covariances: Array(repeating: [4, 2, 2, 3], count: 7),
      sharpness: Array(repeating: 1, count: 7))
  }

  @Test("distances are those of Mahalanobis")
  func distances() {
    let discriminant = Discriminant(model: model(), bandCount: 1)
    // By hand: S = [4 2; 2 3], S⁻¹ = [3 -2; -2 4] / 8.
    for horizon in 0..<7 {
      let distance = discriminant.distances(features: [1, 2], earlier: [1, 2], horizon: horizon)
      #expect(abs(distance[0] - 11.0 / 8) < 1e-5)
      #expect(abs(distance[1] - 24.0 / 8) < 1e-5)
    }
  }

  @Test("a sound is as near as its nearest shift and the cost of that shift")
  func shifts() {
    let discriminant = Discriminant(model: model(shiftCosts: [0, 0.5]), bandCount: 1)
    for horizon in 0..<7 {
      let distance = discriminant.distances(features: [9, 9], earlier: [9, 9], horizon: horizon)
      #expect(abs(distance[0] - 243.0 / 8) < 1e-4)
      #expect(abs(distance[1] - 0.5) < 1e-5)
    }
  }
}
