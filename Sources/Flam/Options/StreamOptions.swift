// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO

/// Which devices, and how they are set.
struct StreamOptions: ParsableArguments {
  @Option(help: "Device for both directions: an ALSA PCM ('flam devices' lists them).")
  var device: String?

  @Option(help: "Device to hear, in place of --device.")
  var input: String?

  @Option(help: "Device to play on, in place of --device.")
  var output: String?

  @Option(help: "Sample rate in Hz (8000...192000).")
  var rate = StreamSettings().rateHz

  @Option(help: "Period in frames (16...8192): smaller answers sooner, larger pops less.")
  var period = StreamSettings().periodFrames

  @Option(help: "Periods in the device's buffer (2...16).")
  var periods = StreamSettings().periodCount

  @Option(help: "Channel of the microphone's device, counted from 1, or 'sum'.")
  var inputChannel = "1"

  /// The name of ALSA's default device.
  static let defaultDevice = "default"

  var captureDevice: String { input ?? device ?? Self.defaultDevice }
  var playbackDevice: String { output ?? device ?? Self.defaultDevice }
  /// The player chose a device to hear by name.
  var namesCapture: Bool { input != nil || device != nil }
  /// The player chose a device to play on by name.
  var namesPlayback: Bool { output != nil || device != nil }

  var settings: StreamSettings {
    StreamSettings(
      rateHz: rate, periodFrames: period, periodCount: periods, inputChannels: channels)
  }

  private var channels: InputChannels {
    Int(inputChannel).map(InputChannels.channel) ?? .sum
  }

  func validate() throws {
    guard Take.sampleRatesHz.contains(rate) else {
      throw ValidationError("--rate must lie in 8000...192000 Hz, not \(rate).")
    }
    guard (16...8192).contains(period) else {
      throw ValidationError("--period must lie in 16...8192 frames, not \(period).")
    }
    guard (2...16).contains(periods) else {
      throw ValidationError("--periods must lie in 2...16, not \(periods).")
    }
    guard inputChannel == "sum" || Int(inputChannel).map({ $0 > 0 }) == true else {
      throw ValidationError("--input-channel must be 1 or more, or 'sum', not '\(inputChannel)'.")
    }
  }
}
