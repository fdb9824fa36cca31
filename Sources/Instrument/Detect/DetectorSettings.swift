// SPDX-License-Identifier: GPL-3.0-or-later

/// The conditions of a hit.
public struct DetectorSettings: Sendable {
  /// The assumed rise of a hit's power over the expected power, in decibels; above 0. Smaller finds
  /// weaker hits and more false ones.
  public var riseDecibels: Float = 12.3
  /// Evidence at which a hit is reported at once, as a logarithm of odds; at least
  /// ``weakEvidence``. Larger is surer and later.
  public var evidence: Float = 25
  /// Evidence at which a weak hit is put to the vote, as a logarithm of odds; above 0.
  public var weakEvidence: Float = 11
  /// How long a weak hit is heard before the vote, in seconds; below 0.018.
  public var voteSeconds: Float = 0.003
  /// How far the spectrum must rise in the mean over all bands for a vote in favour, in decibels.
  public var fluxDecibels: Float = 2
  /// Two hits closer than this count as one, in seconds.
  public var inhibitSeconds: Float = 0.013
  /// A sound this much softer than the loudest of the last hits is not a hit (the rustle of a hand
  /// that goes to strike, the echo that a lossy recording puts before it), in decibels.
  public var rangeDecibels: Float = 36
  /// Lowest noise floor that is believed in a band, in decibels re full scale; the quietest hits
  /// lie some 15 dB above.
  public var quietestDecibels: Float = -70
  /// Longest time that the first sign of a hit may lie before it stands out, in seconds; below
  /// 0.002.
  public var longestAgeSeconds: Float = 0.0015

  /// The settings that serve most people.
  public init() {}
}
