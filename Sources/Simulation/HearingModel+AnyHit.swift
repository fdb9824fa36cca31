// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension HearingModel {
  /// Takes every hit for the same sound.
  public static func anyHit(name: String = "hit") -> HearingModel {
    let horizons = HitFeatures.horizonCount
    let count = HitFeatures.lookCount
    let unity = (0..<count * count).map { $0 % (count + 1) == 0 ? 1.0 : 0 }
    let sound = SoundClass(
      name: name, means: Array(repeating: Array(repeating: 0, count: count), count: horizons),
      forecasts: Array(repeating: PeakForecast(), count: horizons), velocity: VelocityCalibration())
    return HearingModel(
      sounds: [sound], bandCount: 1, shiftCosts: Array(repeating: [0], count: horizons),
      covariances: Array(repeating: unity, count: horizons),
      sharpness: Array(repeating: 1, count: horizons))
  }
}
