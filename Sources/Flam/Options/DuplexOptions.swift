// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Latency

/// Which device is heard, which is played on, and how they are set.
struct DuplexOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions

  @Option(help: ArgumentHelp("Device to play on, in place of --device.", valueName: "pcm"))
  var output: String?

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
    guard let kept = keptDefault else { return settings }
    (settings.rateHz, settings.periodFrames) = (kept.rateHz, kept.periodFrames)
    settings.periodCount = kept.periods
    return settings
  }
}
