// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How a drum begins that may prove to be the wrong one.
///
/// It begins the softer, the likelier it is wrong, and rises to its full loudness while the next
/// decisions are taken. So a wrong drum is replaced before much of it was heard, and a right one
/// loses little of its attack. The row `first-drum` of `flam-score` measures both.
extension VoiceBank {
  /// A drum whose sound is at least as likely begins at its full loudness.
  public static let sureConfidence: Float = 0.9
  /// The softest beginning, as a share of the gain: -10 dB. So the start of each drum is heard at its
  /// time.
  private static var leastShare: Float { @_noLocks get { 0.316 } }
  /// A doubtful drum rises for this time.
  static let riseSeconds: Float = 0.006

  /// The share of its gain at which a drum begins. Of several curves the square is the least audible
  /// over all hits.
  ///
  /// - Parameter confidence: Probability that it is the right one, 0...1.
  @_noLocks private func firstShare(confidence: Float) -> Float {
    let likelihood = min(1, confidence / Self.sureConfidence)
    return max(Self.leastShare, likelihood * likelihood)
  }

  /// Lets a voice begin softly if it is doubtful. Only before it is rendered.
  @_noLocks func beginSoftly(_ voice: inout Voice, confidence: Float) {
    let share = firstShare(confidence: confidence)
    guard share < 1 else { return }
    voice.rise(
      from: share,
      frameCount: Units.frames(seconds: Self.riseSeconds, sampleRateHz: sampleRateHz))
  }
}
