// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// What makes a sound a hit.
public struct DetectorSettings: Sendable {
  /// Rise of the fast envelope over the slow one that counts as an onset, in decibels.
  public var riseDecibels: Float = 10
  /// Two hits closer than this count as one, in seconds.
  public var inhibitSeconds: Float = 0.012

  /// The settings that serve most people.
  public init() {}
}

/// The moment at which something was struck.
public struct Onset: BitwiseCopyable, Sendable {
  /// How many frames before the sample just processed the strike lay.
  public var ageFrames: Int
}

/// Finds the moments at which something is struck, sample by sample.
public struct OnsetDetector: ~Copyable {
  private let settings: DetectorSettings
  private let inhibitFrames: Int
  private var fast: Float = 0
  private var slow: Float = 0
  private var sinceOnset: Int

  /// A detector that has heard nothing yet.
  public init(settings: DetectorSettings = DetectorSettings(), sampleRateHz: Float) {
    self.settings = settings
    inhibitFrames = Units.frames(seconds: settings.inhibitSeconds, sampleRateHz: sampleRateHz)
    sinceOnset = inhibitFrames
  }

  /// Hears one sample; the onset that became certain with it, or nil.
  @_noLocks public mutating func process(_ sample: Float) -> Onset? {
    let magnitude = abs(sample)
    fast += (magnitude > fast ? 0.5 : 0.01) * (magnitude - fast)
    slow += 0.001 * (magnitude - slow)
    sinceOnset &+= 1
    guard sinceOnset > inhibitFrames, fast > 0.003, fast > 4 * slow else { return nil }
    sinceOnset = 0
    return Onset(ageFrames: 4)
  }
}
