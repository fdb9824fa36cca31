// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA

/// The devices at the ends of a loop, opened and brought to one rate.
struct LoopStreams {
  let capture: PCMStream?
  let playback: PCMStream?
  let rateHz: Int
  let periodFrames: Int
  let hasTwoClocks: Bool
  let isLinked: Bool
  let delayFrames: Int

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
      // What the microphone has may suit the loudspeaker, if not the other way round.
      let device = stream.device
      settled.rateHz = capture.rateHz
      playback = nil
      playback = try PCMStream(device: device, direction: .playback, settings: settled)
    }
    self.capture = capture
    self.playback = playback
    rateHz = playback?.rateHz ?? capture?.rateHz ?? settings.rateHz
    periodFrames = max(
      capture?.periodFrames ?? 0, playback?.periodFrames ?? 0,
      capture == nil && playback == nil ? settings.periodFrames : 0)
    guard let capture, let playback else {
      (hasTwoClocks, isLinked) = (false, false)
      delayFrames = playback?.filledFrames ?? 0
      return
    }
    guard capture.rateHz == playback.rateHz else {
      throw DeviceError(
        kind: .refusesSettings, operation: "capture at \(playback.rateHz) Hz from",
        device: capture.device,
        reason: "it runs at \(capture.rateHz) Hz and '\(playback.device)' does not",
        advice: "name its 'plughw:' device, which converts, or another --rate")
    }
    hasTwoClocks =
      !capture.sharesClock(with: playback) || capture.periodFrames != playback.periodFrames
    // Refused where the driver cannot; then they are started one after the other.
    isLinked = !hasTwoClocks && snd_pcm_link(capture.handle, playback.handle) == 0
    delayFrames =
      playback.filledFrames
      + (hasTwoClocks ? LoopState.framesAhead(capturePeriodFrames: capture.periodFrames) : 0)
  }
}
