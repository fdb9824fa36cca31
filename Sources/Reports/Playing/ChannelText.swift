// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP

/// Finds the sound of a microphone that is plugged into another channel than the one that is heard.
package enum ChannelText {
  /// Another channel must be so much louder, 20 dB.
  private static let leastRatio: Float = 10
  /// A stroke is at least so loud, -50 dBFS.
  private static let leastStroke: Float = 3e-3
  /// Below it, -100 dBFS, a channel is digital silence; above the other, -80 dBFS, one is not.
  private static let silence: Float = 1e-5
  private static let leastNoise: Float = 1e-4
  /// Channels that cancel each other leave less than this of the louder one, -12 dB.
  private static let mostLeft: Float = 0.25

  /// The channel with the sound, counted from 1; nil where it is heard, or nowhere.
  ///
  /// - Parameters:
  ///   - heard: The channels that are heard.
  ///   - heardPeak: The peak of what is heard since the start, linear.
  package static func channelWithSound(
    _ peaks: ChannelPeaks, heard: InputChannels, heardPeak: Float
  ) -> Int? {
    guard peaks.channelCount > 1,
      let loudest = (1...peaks.channelCount).max(by: { peaks[$0] < peaks[$1] })
    else { return nil }
    guard let own = own(heard) else {
      let isLost = peaks[loudest] >= leastStroke && heardPeak <= mostLeft * peaks[loudest]
      return isLost ? loudest : nil
    }
    let heardPeak = peak(peaks, own)
    let least = heardPeak < silence ? leastNoise : leastStroke
    let isElsewhere = !own.contains(loudest) && peaks[loudest] >= max(least, leastRatio * heardPeak)
    return isElsewhere ? loudest : nil
  }

  /// Where the sound is, and how to hear it; nil where it is heard, or nowhere.
  ///
  /// - Parameters:
  ///   - heard: The channels that are heard.
  ///   - heardPeak: The peak of what is heard since the start, linear.
  ///   - isScreen: A key hears the channel.
  package static func message(
    _ peaks: ChannelPeaks, heard: InputChannels, heardPeak: Float, isScreen: Bool = false
  ) -> String? {
    guard let channel = channelWithSound(peaks, heard: heard, heardPeak: heardPeak) else {
      return nil
    }
    let way =
      isScreen
      ? "H hears channel \(channel)" : "start again with --input-channel \(channel)"
    guard let own = own(heard) else {
      return "the channels of the microphone cancel each other: \(way)"
    }
    let level = Units.decibels(amplitude: peaks[channel]).text(places: 0)
    let heardPeak = peak(peaks, own)
    let silent =
      heardPeak < silence
      ? "is silent" : "reaches \(Units.decibels(amplitude: heardPeak).text(places: 0)) dBFS only"
    let names = own.map { "\($0)" }.joined(separator: " and ")
    return "the sound comes in on channel \(channel) (up to \(level) dBFS), "
      + "and channel \(names), which Flam hears, \(silent): \(way)"
  }

  /// The channels that are heard one by one; nil for the sum of all.
  private static func own(_ heard: InputChannels) -> [Int]? {
    switch heard {
    case .sum: nil
    case .channel(let own): [own]
    case .pair(let first, let second): [first, second]
    }
  }

  /// The peak of the loudest of some channels.
  private static func peak(_ peaks: ChannelPeaks, _ channels: [Int]) -> Float {
    channels.filter { $0 <= peaks.channelCount }.map { peaks[$0] }.max() ?? 0
  }
}
