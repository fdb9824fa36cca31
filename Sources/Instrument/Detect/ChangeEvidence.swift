// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Evidence, a band, that the power has risen above the expected one: the logarithm of the odds,
/// gathered sample by sample.
///
/// A cumulative sum that rests at zero while nothing happens (E. S. Page, "Continuous inspection
/// schemes", Biometrika 41, 1954): among all tests with as many false alarms it finds a change
/// soonest. A strong hit is certain after a few samples, a weak one takes milliseconds, and the
/// change began when the sum last left zero. The bands are added as Y. Mei proposes ("Efficient
/// scalable schemes for monitoring a large number of data streams", Biometrika 97, 2010).
struct ChangeEvidence: BitwiseCopyable, Sendable {
  /// Most evidence that one sample can bring a band: an impulse in one band alone is no hit.
  private static let mostPerSample: Float = 6
  /// Most evidence that a band keeps.
  private static let mostKept: Float = 40

  private(set) var bands = SIMD4<Float>.zero
  /// Frames since the sum of each band last left zero.
  private var ageFrames = SIMD4<Int32>.zero
  private let weights: SIMD4<Float>
  private let mostRise: SIMD4<Float>
  // The same in each band: as vectors, so that no load spans them and a value just stored next to
  // them.
  private let gain: SIMD4<Float>
  private let cost: SIMD4<Float>

  init(riseDecibels: Float, sampleRateHz: Float) {
    let rise = riseDecibels * 0.23025851  // natural logarithm of the ratio of powers
    gain = SIMD4(repeating: 0.5 * (1 - rt_exp(-rise)))
    cost = SIMD4(repeating: 0.5 * rise)
    var weights = 2 * HitBands.evidenceWidthHz / sampleRateHz
    weights.replace(with: SIMD4(repeating: 1), where: weights .> 1)
    self.weights = weights
    mostRise = Self.mostPerSample / weights
  }

  var total: Float { @_noLocks get { bands.sum() } }

  /// Takes in the ratio of the next sample's power to the expected one, a band.
  @_noLocks @inline(__always) mutating func process(ratio: SIMD4<Float>) {
    var rise = gain * ratio
    rise.replace(with: mostRise, where: rise .> mostRise)
    bands += weights * (rise - cost)
    let isIdle = bands .<= 0
    bands.replace(with: SIMD4.zero, where: isIdle)
    ageFrames &+= 1
    ageFrames.replace(with: SIMD4.zero, where: isIdle)
    let most = SIMD4<Float>(repeating: Self.mostKept)
    bands.replace(with: most, where: bands .> most)
  }

  /// Takes in so many samples of one ratio, roughly.
  @_noLocks mutating func process(ratio: SIMD4<Float>, frames: Float) {
    let rise = pointwiseMin(gain * ratio, mostRise)
    bands += frames * weights * (rise - cost)
    bands.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: Self.mostKept))
  }

  /// Throws all evidence away.
  @_noLocks mutating func clear() {
    bands = .zero
    ageFrames = .zero
  }

  /// How many frames the change is old, by the bands that have their share in it; at most
  /// `longest`.
  @_noLocks func ageFrames(longest: Int) -> Int {
    var age = 0
    for lane in 0..<4 where bands[lane] > 0.25 * total {
      age = max(age, Int(ageFrames[lane]) - 1)
    }
    return min(age, longest)
  }
}
