// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import KitMaking
import SoundFiles

/// Plays the sounds of a pad, one after the other.
struct SampleAudition {
  /// Silence between two, in seconds.
  private static let pauseSeconds = 0.25

  let devices: DuplexOptions

  /// Plays all sounds of a pad, or one, counted from 1; until they end or the player ends it.
  func play(_ pad: OwnKit.Pad, sound number: Int?, kit name: String) throws {
    let first = try pad.index(of: number ?? 1, kit: name)
    let indices = number == nil ? Array(pad.sounds.indices) : [first]
    let signals = StopSignals()
    let playback = SoundPlayback(device: devices.playbackDevice, settings: devices.settings)
    let pause = [Float](repeating: 0, count: Int(Self.pauseSeconds * Double(playback.rateHz)))
    for index in indices {
      let sound = pad.sounds[index]
      Terminal.report("\(pad.role.name) \(index + 1) of \(pad.sounds.count)")
      try playback.begin(
        Resampler.convert(
          sound.samples, channelCount: 1, fromHz: sound.sampleRateHz, toHz: playback.rateHz)
          + pause)
      while playback.isPlaying { if signals.wait(milliseconds: 20) { return try playback.stop() } }
      try playback.stop()
    }
  }
}
