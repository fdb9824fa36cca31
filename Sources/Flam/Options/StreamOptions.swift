// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import SoundFiles

/// The device to hear, and the settings of devices.
struct StreamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Device for both ways; 'flam devices' lists them.", valueName: "pcm"))
  var device: String?

  @Option(help: ArgumentHelp("Device of the microphone, if it is another.", valueName: "pcm"))
  var input: String?

  @Option(
    name: .customLong("period"),
    help: ArgumentHelp(
      """
      Frames in a period (\(StreamSettings.devicePeriodsFrames); default: \(StreamSettings().periodFrames)). A smaller one answers sooner, a larger \
      one pops less.
      """, valueName: "frames"))
  var givenPeriod: Int?

  @Option(
    name: .customLong("periods"),
    help: ArgumentHelp(
      "Periods in the buffer (\(StreamSettings.periodCounts); default: \(StreamSettings().periodCount)).",
      valueName: "count"))
  var givenPeriods: Int?

  @Option(
    help: ArgumentHelp(
      """
      Sample rate in Hz (8000...192000; default: \(StreamSettings().rateHz), or the sound file's where no device plays).
      """, valueName: "hertz"))
  var rate: Int?

  @OptionGroup var heard: InputChannelOption

  var period: Int { givenPeriod ?? StreamSettings().periodFrames }
  var periods: Int { givenPeriods ?? StreamSettings().periodCount }

  /// The name of ALSA's default device.
  static let defaultDevice = "default"

  var captureDevice: String { input ?? device ?? Self.defaultDevice }
  /// `--input none`: no microphone.
  var hearsNothing: Bool { input == "none" }
  /// Whether the player named a device to hear.
  var namesCapture: Bool { input != nil || device != nil }

  var settings: StreamSettings {
    StreamSettings(
      rateHz: rate ?? StreamSettings().rateHz, periodFrames: period, periodCount: periods,
      inputChannels: heard.deviceChannels)
  }

  /// The channels of a sound file to hear.
  var takeChannels: Take.Channels { heard.takeChannels }

  func validate() throws {
    if let rate, !Take.sampleRatesHz.contains(rate) {
      throw ValidationError("--rate must lie in 8000...192000 Hz, not \(rate).")
    }
    guard StreamSettings.fileBlocksFrames.contains(period) else {
      throw ValidationError(
        "--period must lie in \(StreamSettings.devicePeriodsFrames) frames (of a sound file "
          + "\(StreamSettings.fileBlocksFrames)), not \(period).")
    }
    guard StreamSettings.periodCounts.contains(periods) else {
      throw ValidationError(
        "--periods must lie in \(StreamSettings.periodCounts), not \(periods).")
    }
  }

  /// Checks the period for devices, which need larger ones than files.
  func validateForDevices() throws {
    guard StreamSettings.devicePeriodsFrames.contains(period) else {
      throw ValidationError(
        "--period must lie in \(StreamSettings.devicePeriodsFrames) frames of a device, not \(period)."
      )
    }
  }

  /// Checks that `seconds`, if given, is a time that a command can run.
  static func validate(seconds: Double?) throws {
    if let seconds, !(seconds > 0 && seconds < 1e6) {
      throw ValidationError("--seconds must be above 0, not \(seconds).")
    }
  }
}
