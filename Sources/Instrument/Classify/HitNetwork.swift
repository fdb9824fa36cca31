// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Distinguishes hits from sounds that only move: a vowel in speech, rain, a motor.
///
/// A network of one hidden layer weighs the levels of a ``HitShape`` and of its background, in
/// decibels below the loudest. All stages share the first layer; segments that are not heard yet
/// count nothing. tools/train-judge trains it on hits of many kinds and makers, with noise mixed
/// in, and on sounds without hits; each source has the same weight.
struct HitNetwork: ~Copyable {
  /// Power further below the loudest counts as silence, as ratios of powers: -40 and -50 dB.
  private static var floorRatio: Float { @_noLocks get { 1e-4 } }
  private static var noiseFloorRatio: Float { @_noLocks get { 1e-5 } }
  /// A level of 0 dB is 1 for the network, one of -40 dB about -1.
  private static var unitsPerDecibel: Float { @_noLocks get { 0.05 } }

  private let hiddenCount = HitValidatorWeights.hiddenCount
  private let weights: UnsafeMutablePointer<SIMD8<Float>>
  private let hiddenBiases: UnsafeMutablePointer<Float>
  private let outputs: UnsafeMutablePointer<Float>
  private let outputBiases: UnsafeMutablePointer<Float>
  private let levels: UnsafeMutablePointer<SIMD8<Float>>

  init(_ trained: HitValidatorWeights) {
    let rows = HitShape.segmentCount + 1
    weights = .allocate(capacity: hiddenCount * rows)
    for row in 0..<hiddenCount * rows {
      var weight = SIMD8<Float>.zero
      for band in 0..<8 { weight[band] = trained.inputs[8 * row + band] }
      weights[row] = weight
    }
    hiddenBiases = .copy(of: trained.hiddenBiases)
    outputs = .copy(of: trained.outputs)
    outputBiases = .copy(of: trained.outputBiases)
    levels = .allocate(capacity: rows)
    levels.initialize(repeating: .zero, count: rows)
  }

  deinit {
    weights.deallocate()
    hiddenBiases.deallocate()
    outputs.deallocate()
    outputBiases.deallocate()
    levels.deallocate()
  }

  /// Logarithm of the odds that a shape, of which ``HitShape/fewestSegments`` or more were heard,
  /// is a strike.
  @_noLocks func logOdds(_ shape: HitShape) -> Float {
    let scale = 1 / shape.loudest
    for segment in 0..<shape.heardSegments {
      levels[segment] = level(shape.power[segment] * scale + Self.floorRatio)
    }
    levels[shape.heardSegments] = level(shape.noise * scale + Self.noiseFloorRatio)
    let stage = shape.heardSegments - HitShape.fewestSegments
    var logOdds = outputBiases[stage]
    for unit in 0..<hiddenCount {
      let row = weights + unit * (HitShape.segmentCount + 1)
      var sum = levels[shape.heardSegments] * row[HitShape.segmentCount]
      for segment in 0..<shape.heardSegments { sum += levels[segment] * row[segment] }
      let exponential = rt_exp(2 * (sum.sum() + hiddenBiases[stage * hiddenCount + unit]))
      logOdds += outputs[stage * hiddenCount + unit] * (1 - 2 / (exponential + 1))
    }
    return logOdds
  }

  @_noLocks private func level(_ ratio: SIMD8<Float>) -> SIMD8<Float> {
    var level = SIMD8<Float>.zero
    for band in 0..<8 {
      level[band] = 1 + Self.unitsPerDecibel * Units.decibels(power: ratio[band])
    }
    return level
  }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// New memory with a copy of `numbers`.
  static func copy(of numbers: [Pointee]) -> Self {
    let copy = allocate(capacity: Swift.max(1, numbers.count))
    for (index, number) in numbers.enumerated() { copy[index] = number }
    return copy
  }
}
