// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Measuring

/// What a lesson before the playing hears.
public protocol LessonMicrophone: AnyObject {
  /// The rate of its samples, in hertz.
  var rateHz: Int { get }
  /// ALSA's number of its card; nil if there is none, or if it is not known.
  var captureCard: Int? { get }
  /// The channels that are heard.
  var inputChannels: InputChannels { get }
  /// How loud each channel was.
  var channelPeaks: ChannelPeaks { get }
  /// Why it has ended; nil while it goes on.
  var ending: LoopEnding? { get }

  /// The input since the last call; samples older than four seconds are lost.
  func newSamples() -> InputTap.Heard
  /// The events of the device since the last call.
  func newEvents() -> [DeviceEvent]
}

/// A microphone of the system.
final class DeviceMicrophone: LessonMicrophone {
  private let loop: AudioLoop
  private let tap: InputTap

  /// Opens it and listens.
  init(device: String, streams: StreamSettings) throws(DeviceError) {
    loop = try AudioLoop(input: .capture(device: device), output: .clock, settings: streams)
    tap = InputTap(sampleRateHz: loop.rateHz, hearsTwo: loop.hearsTwo)
    try loop.start(tap.handler, keeping: tap, survivesLoss: true)
  }

  deinit {
    loop.stop()
    _ = loop.wait()
  }

  var rateHz: Int { loop.rateHz }
  var captureCard: Int? { loop.captureCard }
  var inputChannels: InputChannels { loop.inputChannels }
  var channelPeaks: ChannelPeaks { loop.statistics().channelPeaks }
  var ending: LoopEnding? { loop.isRunning ? nil : loop.wait() }

  func newSamples() -> InputTap.Heard { tap.newSamples() }
  func newEvents() -> [DeviceEvent] { loop.newEvents() }
}
