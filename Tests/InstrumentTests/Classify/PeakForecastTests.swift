// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct PeakForecastTests {
  private let forecast = PeakForecast(
    reachedDecibels: -20, riseDecibels: 4, slope: -0.5, softestDecibels: -30, hardestDecibels: -10)

  @Test("the rise falls along its line with the level reached")
  func line() {
    #expect(forecast.rise(reachedDecibels: -20) == 4)
    #expect(forecast.rise(reachedDecibels: -26) == 7)
    #expect(forecast.rise(reachedDecibels: -14) == 1)
  }

  @Test("softer and harder hits than the learned ones rise like the nearest of those; none falls")
  func ends() {
    #expect(forecast.rise(reachedDecibels: -60) == 9)
    #expect(forecast.rise(reachedDecibels: 0) == 0)
  }

  @Test("a louder beginning never promises a softer peak")
  func monotone() {
    let peaks = stride(from: Float(-70), to: 10, by: 0.5).map {
      $0 + forecast.rise(reachedDecibels: $0)
    }
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
