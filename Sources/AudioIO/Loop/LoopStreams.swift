// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// The devices of a loop, opened at one rate.
struct LoopStreams {
  /// The streams of each clock, which are opened, lost and reopened together.
  let units: [ClockDomain]
  let rateHz: Int
  let periodFrames: Int
  var hasTwoClocks: Bool { units.count == 2 }

  init(
    input: AudioInput, output: AudioOutput, settings: StreamSettings
  ) throws(DeviceError) {
    var playback: PCMStream?
    var settled = settings
    if case .playback(let device) = output {
      let stream = try PCMStream(device: device, direction: .playback, settings: settings)
      (settled.rateHz, settled.periodFrames) = (stream.rateHz, stream.periodFrames)
      playback = stream
    }
    var capture: PCMStream?
    if case .capture(let device) = input {
      capture = try PCMStream(device: device, direction: .capture, settings: settled)
    }
    if let stream = playback, let capture, capture.rateHz != stream.rateHz {
      // The loudspeaker may accept the microphone's rate, if not the other way round.
      let device = stream.device
      settled.rateHz = capture.rateHz
      playback = nil
      playback = try PCMStream(device: device, direction: .playback, settings: settled)
    }
    rateHz = playback?.rateHz ?? capture?.rateHz ?? settings.rateHz
    periodFrames = max(
      capture?.periodFrames ?? 0, playback?.periodFrames ?? 0,
      capture == nil && playback == nil ? settings.periodFrames : 0)
    if let capture, let playback {
      try Self.checkRates(capture, playback)
      let isOneClock =
        capture.sharesClock(with: playback) && capture.periodFrames == playback.periodFrames
      units = (isOneClock ? [[capture, playback]] : [[capture], [playback]])
        .map { ClockDomain($0, as: settings) }
    } else {
      units = [capture, playback].compactMap(\.self)
        .map { ClockDomain([$0], as: settings) }
    }
  }

  /// The streams, capture first.
  var streams: [PCMStream] { units.flatMap(\.streams) }
  /// The streams for the audio thread.
  var pair: StreamPair { Self.pair(units) }
  /// The kernel starts both streams in the same instant.
  var isLinked: Bool { units.contains { $0.isLinked } }
  /// The delay from a sample entering the input device to its answer leaving the output device, in
  /// frames.
  var delayFrames: Int { pair.delayFrames(hasTwoClocks: hasTwoClocks) }

  static func pair(_ units: [ClockDomain]) -> StreamPair {
    let pairs = units.map(\.pair)
    return StreamPair(
      capture: pairs.compactMap(\.capture).first, playback: pairs.compactMap(\.playback).first,
      isLinked: pairs.contains { $0.isLinked })
  }

  private static func checkRates(
    _ capture: PCMStream, _ playback: PCMStream
  ) throws(DeviceError) {
    guard capture.rateHz == playback.rateHz else {
      throw DeviceError(
        kind: .refusesSettings, operation: "capture at \(playback.rateHz) Hz from",
        device: capture.device,
        reason: "it runs at \(capture.rateHz) Hz and '\(playback.device)' does not",
        advice: "name its 'plughw:' device, which converts, or \(.otherRate)")
    }
  }
}
