// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Latency

/// Which device is heard, which is played on, and how they are set.
struct DuplexOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions

  @Option(help: ArgumentHelp("Device of the loudspeakers, if it is another.", valueName: "pcm"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Channels to play on, from 1: left and right, or one for both. Default: 1,2.",
      valueName: "channels"))
  var outputChannels: String?

  func validate() throws {
    guard outputChannels == nil || playedChannels != nil else {
      throw ValidationError(
        "--output-channels must be one or two channels counted from 1, as 3,4, not '\(outputChannels ?? "")'."
      )
    }
  }

  /// The channels to play on; nil where what was written means none.
  private var playedChannels: OutputChannels? {
    guard let outputChannels else { return OutputChannels() }
    let parts = outputChannels.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { (1...256).contains($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    return OutputChannels(left: numbers[0], right: numbers[numbers.count - 1])
  }

  var playbackDevice: String { output ?? stream.device ?? StreamOptions.defaultDevice }
  /// The player chose a device to play on by name.
  var namesPlayback: Bool { output != nil || stream.device != nil }

  /// What was found best for these devices and kept; nil where nothing was, or the player asks for something else.
  var keptDefault: DeviceDefault? {
    guard stream.givenPeriod == nil, stream.givenPeriods == nil else { return nil }
    return DeviceDefaults().setting(input: stream.captureDevice, output: playbackDevice)
      .flatMap { stream.rate == nil || stream.rate == $0.rateHz ? $0 : nil }
  }

  /// Tells that what was kept is used.
  func tellKeptDefault() { if let kept = keptDefault { Terminal.tell(StressText.using(kept)) } }

  /// How the devices are set: as asked for, else as kept, else as usual.
  var settings: StreamSettings {
    var settings = stream.settings
    settings.outputChannels = playedChannels ?? OutputChannels()
    guard let kept = keptDefault else { return settings }
    (settings.rateHz, settings.periodFrames) = (kept.rateHz, kept.periodFrames)
    settings.periodCount = kept.periods
    return settings
  }
}
