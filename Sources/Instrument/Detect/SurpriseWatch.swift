// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of an ``OnsetDetector`` that advances with every sample: the bands, their expected
/// power, and the evidence against it.
struct SurpriseWatch: BitwiseCopyable, Sendable {
  /// Evidence at which a strike within the inhibit time is certain.
  private static var correctionEvidence: Float { @_noLocks get { 13.7 } }

  private var bands: HitBands
  private(set) var expected: ExpectedPower
  private(set) var evidence: ChangeEvidence
  private let weakEvidence: Float

  init(settings: DetectorSettings, sampleRateHz: Float) {
    bands = HitBands(sampleRateHz: sampleRateHz)
    expected = ExpectedPower(settings: settings, sampleRateHz: sampleRateHz)
    evidence = ChangeEvidence(riseDecibels: settings.riseDecibels, sampleRateHz: sampleRateHz)
    weakEvidence = settings.weakEvidence
  }

  /// There is as much evidence as makes a surprise.
  var isSurprised: Bool {
    @_noLocks @inline(__always) get {
      evidence.total > (expected.isInhibited ? Self.correctionEvidence : weakEvidence)
    }
  }

  /// The power of the next sample in each band.
  @_noLocks @inline(__always) mutating func power(_ sample: Float) -> SIMD4<Float> {
    bands.power(sample)
  }

  /// Gathers the evidence of the next power; before it is ``expect(_:residual:isCutOff:)``.
  ///
  /// - Parameter residual: The possible share of our own drums; nil for none.
  @_noLocks @inline(__always)
  mutating func gather(_ power: SIMD4<Float>, residual: SIMD4<Float>?) {
    guard !expected.isOwnAttack else {
      evidence.clear()
      return
    }
    var most = expected.power
    if let residual { most.replace(with: residual, where: residual .> most) }
    evidence.process(ratio: power / most)
  }

  /// Adds the input to the expectation.
  ///
  /// - Parameter isCutOff: It is silence as such, and no background.
  @_noLocks @inline(__always)
  mutating func expect(_ power: SIMD4<Float>, residual: SIMD4<Float>?, isCutOff: Bool) {
    expected.process(power, residual: residual, isCutOff: isCutOff)
  }

  /// Sets how soft a hit may be.
  @_noLocks mutating func set(quietestDecibels: Float, rangeDecibels: Float) {
    expected.set(quietestDecibels: quietestDecibels, rangeDecibels: rangeDecibels)
  }

  /// A hit was found.
  @_noLocks mutating func registerHit() { expected.registerHit() }

  /// The gathered evidence was no hit.
  @_noLocks mutating func clearEvidence() { evidence.clear() }
}
