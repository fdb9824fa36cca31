// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The moment at which something was struck.
public struct Onset: BitwiseCopyable, Sendable {
  /// How many frames before the sample just processed the strike lay.
  public var ageFrames: Int
  /// How far the strike rose over what was expected, at the most in any band so far, in decibels.
  public var riseDecibels: Float
  /// Whether this is the last onset once more, told too early before: only now the strike itself was heard.
  public var isCorrection: Bool
}

/// Finds the moments at which something is struck, sample by sample.
///
/// In each of four bands the power of a sample is compared with what noise, decaying hits and the player's range let
/// expect (``ExpectedPower``); the surprise is gathered until it is certain (``ChangeEvidence``), and the onset is
/// located in the milliseconds before (``OnsetLocator``).
///
/// - Input: mono samples, nominally -1...1; what is not finite, or beyond ±8, counts as silence.
/// - Latency: the onset is told `ageFrames` after it: at least 0.3 ms (``attackSeconds``), at most
///   ``DetectorSettings/longestAgeSeconds`` and the same again.
/// - Limits: hits closer than ``DetectorSettings/inhibitSeconds`` count as one; where the later is much the stronger,
///   its onset corrects the one that was told.
public struct OnsetDetector: ~Copyable {
  /// What is heard of a strike before its onset is told, in seconds: as much as shows its peak.
  public static let attackSeconds: Float = 0.0003

  private let certainEvidence: Float
  private let longestAgeFrames: Int
  private let attackFrames: Int
  private var bands: HitBands
  private var expected: ExpectedPower
  private var evidence: ChangeEvidence
  private var locator = OnsetLocator()
  /// Age of the first sign of a hit that is certain and not told yet.
  private var pendingAgeFrames: Int?

  /// A detector that has heard nothing yet.
  public init(settings: DetectorSettings = DetectorSettings(), sampleRateHz: Float) {
    certainEvidence = settings.evidence
    longestAgeFrames = Units.frames(
      seconds: settings.longestAgeSeconds, sampleRateHz: sampleRateHz)
    attackFrames = Units.frames(seconds: Self.attackSeconds, sampleRateHz: sampleRateHz)
    precondition(
      settings.riseDecibels > 0 && settings.evidence > 0 && settings.inhibitSeconds >= 0
        && longestAgeFrames + attackFrames < OnsetLocator.capacityFrames,
      "detector settings out of range")
    bands = HitBands(sampleRateHz: sampleRateHz)
    expected = ExpectedPower(settings: settings, sampleRateHz: sampleRateHz)
    evidence = ChangeEvidence(riseDecibels: settings.riseDecibels, sampleRateHz: sampleRateHz)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() {
    bands.reset()
    expected.reset()
    evidence.clear()
    locator = OnsetLocator()
    pendingAgeFrames = nil
  }

  /// Hears one sample; the onset that became certain with it, or nil.
  ///
  /// - Parameter residual: Power that our own drums may have in each band of it.
  @_noLocks public mutating func process(
    _ sample: Float, residual: SIMD4<Float> = .zero
  ) -> Onset? {
    let power = bands.power(abs(sample) <= 8 ? sample : 0)
    let ratio = power / expected.power.replacing(with: residual, where: residual .> expected.power)
    locator.append(max(max(ratio[0], ratio[1]), max(ratio[2], ratio[3])))
    if expected.isOwnAttack { evidence.clear() } else { evidence.process(ratio: ratio) }
    let onset = located()
    expected.process(power, residual: residual)
    if onset != nil { expected.noteHit() }
    return onset
  }

  /// The onset that is certain, once enough of its attack was heard.
  @_noLocks private mutating func located() -> Onset? {
    if let age = pendingAgeFrames {
      pendingAgeFrames = age + 1
    } else if evidence.total > certainEvidence {
      pendingAgeFrames = evidence.ageFrames(longest: longestAgeFrames)
    }
    guard let age = pendingAgeFrames, age >= attackFrames else { return nil }
    pendingAgeFrames = nil
    let onset = locator.onset(startAgeFrames: age)
    return Onset(
      ageFrames: onset.ageFrames, riseDecibels: Units.decibels(power: onset.peakRatio),
      isCorrection: expected.isInhibited)
  }
}
