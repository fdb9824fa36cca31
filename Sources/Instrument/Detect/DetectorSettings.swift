// SPDX-License-Identifier: GPL-3.0-or-later

/// What makes a sound a hit.
public struct DetectorSettings: Sendable {
  /// Rise of the power over what was expected that a hit is assumed to bring, in decibels; above 0. Smaller finds
  /// weaker hits and more that are none.
  public var riseDecibels: Float = 12.3
  /// Evidence at which a hit is certain, as a logarithm of odds; above 0. Larger is surer and later.
  public var evidence: Float = 13.7
  /// Two hits closer than this count as one, in seconds.
  public var inhibitSeconds: Float = 0.0085
  /// A hit this much softer than the loudest of the last ones is none (the rustle of a hand that goes to strike, the
  /// echo that a lossy recording puts before it), in decibels.
  public var rangeDecibels: Float = 35
  /// Lowest noise floor that is believed in a band, in decibels re full scale; the quietest hits lie some 15 dB above.
  public var quietestDecibels: Float = -70
  /// Longest time that the onset may lie before its detection, in seconds.
  public var longestAgeSeconds: Float = 0.0015

  /// The settings that serve most people.
  public init() {}
}
