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

  /// Where the sound is, and how to hear it; nil where it is heard, or nowhere.
  ///
  /// - Parameters:
  ///   - channels: Those that are heard.
  ///   - heardPeak: The peak of what is heard since the start, linear.
  package static func message(
    _ peaks: ChannelPeaks, heard channels: InputChannels, heardPeak: Float
  ) -> String? {
    guard peaks.channelCount > 1,
      let loudest = (1...peaks.channelCount).max(by: { peaks[$0] < peaks[$1] })
    else { return nil }
    let option = "--input-channel \(loudest)"
    switch channels {
    case .sum:
      guard peaks[loudest] >= leastStroke, heardPeak <= mostLeft * peaks[loudest] else {
        return nil
      }
      return "the channels of the microphone cancel each other: hear one alone with \(option)"
    case .channel(let own):
      return message(peaks, loudest, own: [own], option)
    case .pair(let first, let second):
      return message(peaks, loudest, own: [first, second], option)
    }
  }

  private static func message(
    _ peaks: ChannelPeaks, _ loudest: Int, own: [Int], _ option: String
  ) -> String? {
    let heard = own.filter { $0 <= peaks.channelCount }.map { peaks[$0] }.max() ?? 0
    let least = heard < silence ? leastNoise : leastStroke
    guard !own.contains(loudest), peaks[loudest] >= max(least, leastRatio * heard) else {
      return nil
    }
    let level = Units.decibels(amplitude: peaks[loudest]).text(places: 0)
    let silent =
      heard < silence
      ? "is silent" : "reaches \(Units.decibels(amplitude: heard).text(places: 0)) dBFS only"
    let names = own.map { "\($0)" }.joined(separator: " and ")
    return "the sound comes in on channel \(loudest) (up to \(level) dBFS), "
      + "and channel \(names), which Flam hears, \(silent): start again with \(option)"
  }
}
