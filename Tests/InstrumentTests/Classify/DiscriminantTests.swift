// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct DiscriminantTests {
  /// Two sounds with two features at each horizon; the other may be found late by a shift that moves it to (9, 9).
  private func model(
    shiftCosts: [Float] = [0], exemplars: [[Float]] = []
  ) -> HearingModel {
    func sound(_ name: String, _ means: [Float]) -> HearingModel.SoundClass {
      HearingModel.SoundClass(
        name: name, means: Array(repeating: Array(means.prefix(2 * shiftCosts.count)), count: 7),
        forecasts: Array(repeating: PeakForecast(), count: 7), velocity: VelocityCalibration(),
        exemplars: exemplars.map {
          HearingModel.Exemplar(
            differences: Array(repeating: $0, count: 7),
            wave: [Float](repeating: 0, count: HitWave.templateCount))
        })
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

  @Test("a sound's distance is that of its nearest shift and the cost of that shift")
  func shifts() {
    let discriminant = Discriminant(model: model(shiftCosts: [0, 0.5]), bandCount: 1)
    for horizon in 0..<7 {
      let distance = discriminant.distances(features: [9, 9], earlier: [9, 9], horizon: horizon)
      #expect(abs(distance[0] - 243.0 / 8) < 1e-4)
      #expect(abs(distance[1] - 0.5) < 1e-5)
    }
  }

  @Test("half of the distance is that from the nearest exemplar, at each shift")
  func exemplars() {
    let model = model(shiftCosts: [0, 0.5], exemplars: [[2, 0], [-2, 0]])
    let discriminant = Discriminant(model: model, bandCount: 1)
    for horizon in 0..<7 {
      // By hand, 0.7 of the way: (1, 2) is (2.4, 2) from (-1.4, 0), and (8, 9) is (0.4, 0) from (7.6, 9).
      let near = discriminant.distances(features: [1, 2], earlier: [1, 2], horizon: horizon)
      #expect(abs(near[0] - 0.5 * (11.0 / 8 + 14.08 / 8)) < 1e-5)
      let shifted = discriminant.distances(features: [8, 9], earlier: [8, 9], horizon: horizon)
      #expect(abs(shifted[1] - (0.5 * (3.0 / 8 + 0.48 / 8) + 0.5)) < 1e-5)
    }
  }
}
