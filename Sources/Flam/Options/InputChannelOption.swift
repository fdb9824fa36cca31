// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import SoundFiles

/// `--input-channel`: which channels of a device or a sound file are heard.
struct InputChannelOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Channel to hear, from 1, or 'sum'. '1,2' hears 1 and compares it with 2, another microphone. Default: 1 of a \
      microphone, all of a sound file.
      """, valueName: "channel"))
  var inputChannel: String?

  /// The channels of a device.
  var deviceChannels: InputChannels {
    switch numbers.count {
    case 1: .channel(numbers[0])
    case 2: .pair(numbers[0], numbers[1])
    default: inputChannel == nil ? StreamSettings().inputChannels : .sum
    }
  }

  /// The channels of a sound file.
  var takeChannels: Take.Channels {
    switch numbers.count {
    case 1: .one(numbers[0])
    case 2: .pair(numbers[0], numbers[1])
    default: .mean
    }
  }

  /// Hears one channel of the device; nil changes nothing.
  mutating func hear(channel: Int?) { inputChannel = channel.map { "\($0)" } ?? inputChannel }

  /// Two microphones are wanted.
  var isPair: Bool { numbers.count == 2 }

  /// The channels that are named; none for all of them.
  private var numbers: [Int] {
    (inputChannel ?? "").split(separator: ",", omittingEmptySubsequences: false).compactMap {
      Int($0)
    }
  }

  func validate() throws {
    guard let inputChannel, inputChannel != "sum" else { return }
    let parts = inputChannel.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == numbers.count, (1...2).contains(numbers.count),
      numbers.allSatisfy(InputChannels.possible.contains)
    else {
      throw ValidationError(
        "--input-channel must be 1 or more, two channels as 1,2, or 'sum', not '\(inputChannel)'.")
    }
    guard Set(numbers).count == numbers.count else {
      throw ValidationError("--input-channel \(inputChannel): the two channels must differ.")
    }
  }
}
