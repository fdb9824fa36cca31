// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Profiles

/// Messages while playing about a microphone that hears nothing, or hits too softly or too loudly.
/// Each once.
package struct MicrophoneText {
  /// Below it, -80 dBFS, a microphone is dead: not even its own noise comes in.
  private static let deadAmplitude: Float = 1e-4
  /// How long it may be so before it is said.
  private static let deadSeconds = 5.0
  /// How long it takes to find the sound on another channel.
  private static let channelSeconds = 2.0
  /// This many hits show the level.
  private static let judgedHits = 8
  /// This many clipped hits are no coincidence.
  private static let clippedHits = 3

  private var highestPeak: Float = 0
  private var levels: [Float] = []
  private var isDeadReported = false
  private var isLevelReported = false
  private var isChannelReported = false

  package init() {}

  /// Whether a microphone is dead that was heard for some seconds, with this highest peak, linear.
  package static func isDead(highestPeak: Float, seconds: Double) -> Bool {
    seconds >= deadSeconds && highestPeak < deadAmplitude
  }

  /// The message about a microphone whose peak meter shows an amplitude; nil for none.
  ///
  /// - Parameters:
  ///   - channels: Those of the device that are heard, and how loud each was.
  ///   - isScreen: A key lists microphones.
  package mutating func message(
    peak: Float, channels: (heard: InputChannels, peaks: ChannelPeaks), atSeconds seconds: Double,
    isScreen: Bool = false
  ) -> String? {
    highestPeak = max(highestPeak, peak)
    if !isChannelReported, seconds >= Self.channelSeconds,
      let text = ChannelText.message(
        channels.peaks, heard: channels.heard, heardPeak: highestPeak, isScreen: isScreen)
    {
      isChannelReported = true
      isDeadReported = highestPeak < Self.deadAmplitude
      return text
    }
    guard !isDeadReported, Self.isDead(highestPeak: highestPeak, seconds: seconds) else {
      return nil
    }
    isDeadReported = true
    let list = isScreen ? "I lists them" : "'flam devices' lists them"
    return
      "the microphone is dead: not the faintest noise comes in. Is it the right one (\(list)), "
      + "plugged in, and not muted?"
  }

  /// The message after another hit, with its peak in dBFS; nil for none.
  package mutating func message(hitDecibels: Float) -> String? {
    guard !isLevelReported else { return nil }
    levels = (levels + [hitDecibels]).suffix(Self.judgedHits)
    let clipped = levels.count { WorkingLevel(hardestDecibels: $0).verdict == .clipped }
    if clipped >= Self.clippedHits {
      isLevelReported = true
      return "your hits are clipped: turn the microphone down, or go further away"
    }
    guard levels.count == Self.judgedHits, let hardest = levels.max(),
      WorkingLevel(hardestDecibels: hardest).verdict == .muchTooSoft
    else { return nil }
    isLevelReported = true
    return
      "your hits are faint, at most \(hardest.text(places: 0)) dBFS: turn the microphone up, or go nearer"
  }
}
