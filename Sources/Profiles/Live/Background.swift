// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The sound at the microphone while nobody plays.
public struct Background: Equatable, Sendable {
  /// How much room it leaves for soft hits.
  public enum Kind: Sendable { case dead, quiet, fair, noisy }

  /// Up to this level soft hits stand out well, in dBFS; hard hits peak about 50 dB above it.
  static let quietDecibels: Float = -60
  /// Above this the softest hits drown, in dBFS.
  static let noisyDecibels: Float = -48

  /// Its usual level in dBFS (root mean square), -120 or more.
  public let decibels: Float
  /// The same sample all the time: nothing is connected, or something is muted.
  public let isDead: Bool

  /// A background at a level.
  public init(decibels: Float, isDead: Bool = false) {
    self.decibels = decibels
    self.isDead = isDead
  }

  /// How much room it leaves for soft hits.
  public var kind: Kind {
    if isDead { return .dead }
    if decibels <= Self.quietDecibels { return .quiet }
    return decibels <= Self.noisyDecibels ? .fair : .noisy
  }
}

/// Measures the background for a while. It takes the median of short stretches, so that a door or a
/// cough does not matter.
struct BackgroundMeter {
  static let seconds = 2.0
  private static let stretchSeconds: Float = 0.01

  private let stretchFrames: Int
  private let frameCount: Int
  private var heardFrames = 0
  private var first: Float?
  private var isDead = true
  private var energy: Float = 0
  private var powers: [Float] = []

  init(sampleRateHz: Float) {
    stretchFrames = max(1, Units.frames(seconds: Self.stretchSeconds, sampleRateHz: sampleRateHz))
    frameCount = Int(Self.seconds * Double(sampleRateHz))
  }

  /// Takes the next sample; returns the background after enough time.
  mutating func hear(_ sample: Float) -> Background? {
    if let first { isDead = isDead && sample == first } else { first = sample }
    energy += sample * sample
    heardFrames += 1
    if heardFrames % stretchFrames == 0 {
      powers.append(energy / Float(stretchFrames))
      energy = 0
    }
    guard heardFrames == frameCount else { return nil }
    let median = powers.sorted()[powers.count / 2]
    return Background(decibels: max(-120, Units.decibels(power: median)), isDead: isDead)
  }
}
