// SPDX-License-Identifier: GPL-3.0-or-later
import CTrainedTables
import Instrument

/// The model of ``GeneralSounds``, stored as numbers: training it would take ten times as long as
/// the rest of preparing to hear.
///
/// The bytes are little-endian numbers: for each sound the means of each horizon (`Float`) and the
/// usual rise at each (`Float`, decibels); the shift costs of each horizon and the sharpness
/// (`Float`); the lower triangle of each covariance (`Double`). `swift run make-general-model`
/// writes them.
package enum GeneralModel {
  private static let shiftCount = 2 * Example.mostShifts + 1
  private static let featureCount = HitFeatures.lookCount * HitFeatures.bandCount

  /// The stored model.
  static var stored: HearingModel {
    let bytes = UnsafeRawBufferPointer(start: general_model_bytes, count: general_model_count)
    var numbers = bytes[...]
    func next<Number: BitwiseCopyable>(_ count: Int, _: Number.Type) -> [Number] {
      let size = count * MemoryLayout<Number>.size
      precondition(numbers.count >= size, "the general model is whole")
      let bytes = UnsafeRawBufferPointer(rebasing: numbers.prefix(size))
      numbers = numbers.dropFirst(size)
      return [Number](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
        initializedCount = count
      }
    }
    func perHorizon(_ count: Int) -> [[Float]] {
      (0..<HitFeatures.horizonCount).map { _ in next(count, Float.self) }
    }
    let sounds = GeneralSounds.sounds.map { sound in
      HearingModel.SoundClass(
        name: sound.name, means: perHorizon(shiftCount * featureCount),
        forecasts: perHorizon(1).map { PeakForecast(riseDecibels: $0[0]) },
        velocity: VelocityCalibration())
    }
    let shiftCosts = perHorizon(shiftCount)
    let sharpness = next(HitFeatures.horizonCount, Float.self)
    let covariances = (0..<HitFeatures.horizonCount).map { _ in
      square(next(featureCount * (featureCount + 1) / 2, Double.self))
    }
    return HearingModel(
      sounds: sounds, bandCount: HitFeatures.bandCount, shiftCosts: shiftCosts,
      covariances: covariances, sharpness: sharpness)
  }

  /// The number of stored bytes.
  static var storedCount: Int { general_model_count }

  /// The bytes to store for a model of the general sounds.
  package static func bytes(_ model: HearingModel) -> [UInt8] {
    var bytes: [UInt8] = []
    func append<Number: BitwiseCopyable>(_ numbers: [Number]) {
      numbers.withUnsafeBytes { bytes += $0 }
    }
    for sound in model.sounds {
      sound.means.forEach(append)
      append(sound.forecasts.map(\.riseDecibels))
    }
    model.shiftCosts.forEach(append)
    append(model.sharpness)
    for covariance in model.covariances {
      for row in 0..<featureCount {
        append(Array(covariance[row * featureCount...row * featureCount + row]))
      }
    }
    return bytes
  }

  /// The symmetric matrix from its lower triangle.
  private static func square(_ triangle: [Double]) -> [Double] {
    var matrix = [Double](repeating: 0, count: featureCount * featureCount)
    var index = 0
    for row in 0..<featureCount {
      for column in 0...row {
        matrix[row * featureCount + column] = triangle[index]
        matrix[column * featureCount + row] = triangle[index]
        index += 1
      }
    }
    return matrix
  }
}
