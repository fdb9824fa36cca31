// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Console
import Latency
import Reports
import Screen

/// The device to hear, the device to play on, and their settings.
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

  /// The channels to play on; nil if `--output-channels` is malformed.
  private var playedChannels: OutputChannels? {
    guard let outputChannels else { return OutputChannels() }
    let parts = outputChannels.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { (1...256).contains($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    return OutputChannels(left: numbers[0], right: numbers[numbers.count - 1])
  }

  var playbackDevice: String { output ?? stream.device ?? StreamOptions.defaultDevice }
  /// Whether the player named a device to play on.
  var namesPlayback: Bool { output != nil || stream.device != nil }

  /// The setting that `latency stress --save-default` kept for these devices.
  ///
  /// nil if there is none, or if the player asks for another one.
  var keptDefault: DeviceDefault? {
    guard stream.givenPeriod == nil, stream.givenPeriods == nil else { return nil }
    return DeviceDefaults().setting(input: stream.captureDevice, output: playbackDevice)
      .flatMap { stream.rate == nil || stream.rate == $0.rateHz ? $0 : nil }
  }

  /// Reports to the player if a kept setting is used.
  func reportKeptDefault() { if let kept = keptDefault { Terminal.report(StressText.using(kept)) } }

  /// The settings of the devices: the player's, else the kept ones, else the defaults.
  var settings: StreamSettings {
    var settings = stream.settings
    settings.outputChannels = playedChannels ?? OutputChannels()
    guard let kept = keptDefault else { return settings }
    (settings.rateHz, settings.periodFrames) = (kept.rateHz, kept.periodFrames)
    settings.periodCount = kept.periods
    return settings
  }
}

extension DuplexOptions {
  /// The same, on devices that were chosen.
  func on(_ chosen: KeptChoices) -> DuplexOptions {
    var options = self
    if let input = chosen.input { options.stream.input = input }
    options.stream.heard.hear(channel: chosen.inputChannel)
    if let output = chosen.output { options.output = output }
    return options
  }

  /// The same without an option for a direction.
  func forgetting(_ direction: StreamDirection) -> DuplexOptions {
    var options = self
    options.stream.device = nil
    switch direction {
    case .capture:
      (options.stream.input, options.output) = (nil, output ?? stream.device)
      options.stream.heard.inputChannel = nil
    case .playback: (options.stream.input, options.output) = (stream.input ?? stream.device, nil)
    }
    return options
  }
}
