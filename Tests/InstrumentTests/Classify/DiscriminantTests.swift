// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct DiscriminantTests {
  /// Two sounds that differ in the first two of seven features, one a horizon.
  private func model(sharpness: Float = 1) -> HearingModel {
    func sound(_ name: String, _ first: Float, _ second: Float) -> HearingModel.Sound {
      HearingModel.Sound(
        name: name, mean: [first, second, 0, 0, 0, 0, 0],
        forecasts: Array(repeating: PeakForecast(), count: 7), velocity: VelocityCurve())
    }
    var covariance = [Double](repeating: 0, count: 49)
    for feature in 0..<7 { covariance[feature * 8] = 1 }
    covariance[0] = 4
    covariance[1] = 2
    covariance[7] = 2
    covariance[8] = 3
    return HearingModel(
      sounds: [sound("one", 0, 0), sound("other", 3, 1)], bandCount: 1, covariance: covariance,
      sharpness: Array(repeating: sharpness, count: 7))
  }

  @Test("distances are those of Mahalanobis, of the features heard by each horizon")
  func distances() {
    let distances = Discriminant(model: model(), bandCount: 1)
      .distances(features: [1, 2, 0, 0, 0, 0, 0])
    // By hand: S = [4 2; 2 3], S⁻¹ = [3 -2; -2 4] / 8.
    #expect(abs(distances[0][0] - 0.25) < 1e-5)
    #expect(abs(distances[0][1] - 1) < 1e-5)
    #expect(abs(distances[1][0] - 11.0 / 8) < 1e-5)
    #expect(abs(distances[1][1] - 24.0 / 8) < 1e-5)
    #expect(abs(distances[6][1] - 24.0 / 8) < 1e-5)
  }
}
