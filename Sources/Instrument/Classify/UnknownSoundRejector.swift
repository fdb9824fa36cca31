// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Measures how far a hit lies from a person's sounds.
///
/// The background is not subtracted from the hit but added to the expectation of each sound, so
/// that a sound is recognised over noise that hides a part of it (parallel model combination: M.
/// Gales, S. Young, "Robust continuous speech recognition using parallel model combination", IEEE
/// Trans. Speech Audio Process. 4, 1996).
public struct UnknownSoundRejector: ~Copyable {
  private struct Stage: BitwiseCopyable {
    var size = 0
    var logFarthest = Float.infinity
    /// `L⁻¹` of the covariance `L Lᵀ`; row-major.
    var whitening: UnsafeMutablePointer<Float>
    /// Sound by sound the expected levels, as powers.
    var means: UnsafeMutablePointer<Float>
  }

  /// The sound that a shape is nearest to.
  public struct Nearest: BitwiseCopyable {
    /// Index of the sound.
    public let sound: Int
    /// How far inside its bound the shape lies; negative beyond it.
    public let margin: Float
    /// Median peak of its examples, in dBFS.
    public let medianDecibels: Float
  }

  private let soundCount: Int
  private let bandCount: Int
  private let modelBands: Int
  private let stageCount: Int
  private let stages: UnsafeMutablePointer<Stage>
  private let difference: UnsafeMutablePointer<Float>
  private let medianDecibels: UnsafeMutablePointer<Float>

  /// A judge for `model`, which may have been learned at another sample rate: bands that either
  /// rate does not carry say nothing.
  public init(model: UnknownSoundModel, sampleRateHz: Float) {
    modelBands = model.bandCount
    bandCount = min(model.bandCount, ShapeHistory.availableBands(sampleRateHz: sampleRateHz))
    stageCount = model.stages.count
    soundCount = model.stages.first?.means.count ?? 0
    stages = .allocate(capacity: max(1, stageCount))
    for (index, stage) in model.stages.enumerated() {
      let size = UnknownSoundModel.size(stage: index, bandCount: modelBands)
      guard let factor = Cholesky(stage.covariance, size: size) else {
        preconditionFailure("the covariance of a model is positive")
      }
      let compiled = Stage(
        size: size, logFarthest: stage.logFarthest, whitening: .allocate(capacity: size * size),
        means: .allocate(capacity: max(1, soundCount * size)))
      for (entry, weight) in factor.inverseLower.enumerated() {
        compiled.whitening[entry] = Float(weight)
      }
      for (entry, level) in stage.means.joined().enumerated() {
        compiled.means[entry] = Units.power(decibels: level)
      }
      (stages + index).initialize(to: compiled)
    }
    let largest = HitShape.segmentCount * HitShape.bandCount
    medianDecibels = .copy(of: model.medianDecibels)
    difference = .allocate(capacity: largest)
    difference.initialize(repeating: 0, count: largest)
  }

  deinit {
    for stage in 0..<stageCount {
      stages[stage].whitening.deallocate()
      stages[stage].means.deallocate()
    }
    stages.deallocate()
    difference.deallocate()
    medianDecibels.deallocate()
  }

  /// The sound nearest to a shape of which ``HitShape/fewestSegments`` or more were heard, and how
  /// far inside its bound the shape lies: the logarithm of a ratio of squared distances. Nil if no
  /// sound was learned.
  @_noLocks public mutating func nearest(_ shape: HitShape) -> Nearest? {
    guard stageCount > 0 else { return nil }
    var nearest = 0
    var least = Float.infinity
    for sound in 0..<soundCount {
      let distance = logDistance(shape, sound: sound)
      guard distance < least else { continue }
      least = distance
      nearest = sound
    }
    let farthest = stages[shape.heardSegments - HitShape.fewestSegments].logFarthest
    return Nearest(
      sound: nearest, margin: farthest - least, medianDecibels: medianDecibels[nearest])
  }

  /// How far a shape lies from a sound, as the logarithm of the squared distance.
  @_noLocks public mutating func logDistance(_ shape: HitShape, sound: Int) -> Float {
    rt_log(max(1e-3, squaredDistance(shape, sound: sound)))
  }

  /// How far a shape lies from a sound as it would be over the same background.
  @_noLocks private mutating func squaredDistance(_ shape: HitShape, sound: Int) -> Float {
    let stage = stages[shape.heardSegments - HitShape.fewestSegments]
    let scale = 1 / shape.loudest
    let floor = Units.power(decibels: UnknownSoundModel.floorDecibels)
    let means = stage.means + sound * stage.size
    for segment in UnknownSoundModel.firstSegment..<shape.heardSegments {
      let first = (segment - UnknownSoundModel.firstSegment) * modelBands
      for band in 0..<bandCount {
        let heard = shape.power[segment][band] * scale + floor
        let expected = means[first + band] + shape.noise[band] * scale
        difference[first + band] = Units.decibels(power: heard / expected)
      }
    }
    var distance: Float = 0
    for row in 0..<stage.size {
      let weights = stage.whitening + row * stage.size
      var whitened: Float = 0
      for column in 0...row { whitened += weights[column] * difference[column] }
      distance += whitened * whitened
    }
    return distance
  }
}

extension HitShape {
  /// Levels that an ``UnknownSoundModel`` of `bandCount` bands is learned from: those of the
  /// segments from its first on, in decibels below the loudest.
  public func levels(bandCount: Int) -> [Float] {
    let floor = Units.power(decibels: UnknownSoundModel.floorDecibels)
    let scale = 1 / loudest
    return (UnknownSoundModel.firstSegment..<heardSegments).flatMap { segment in
      (0..<bandCount).map { Units.decibels(power: power[segment][$0] * scale + floor) }
    }
  }

  /// The same shape as it was known when `segments` of it had been heard.
  public func heard(segments: Int) -> HitShape {
    var shape = self
    shape.heardSegments = min(segments, heardSegments)
    return shape
  }
}
