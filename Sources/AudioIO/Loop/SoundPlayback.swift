// SPDX-License-Identifier: GPL-3.0-or-later

/// Plays a sound once on a playback device, which is open only meanwhile. One thread uses it.
public final class SoundPlayback {
  /// The sound ends before the device closes, in seconds.
  private static let tailSeconds = 0.15
  /// It needs no short delay: longer periods than for playing never pop.
  private static let (periodFrames, periodCount) = (1024, 3)

  private let device: String
  private let settings: StreamSettings
  /// What it plays; nil before the first sound.
  private var loop: AudioLoop?

  /// A device that plays nothing yet.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of the playback device.
  ///   - settings: Rate and channels of the device; its periods are the playback's own.
  public init(device: String, settings: StreamSettings) {
    self.device = device
    var settings = settings
    (settings.periodFrames, settings.periodCount) = (Self.periodFrames, Self.periodCount)
    self.settings = settings
  }

  deinit { try? stop() }

  /// Frames a second of what it plays.
  public var rateHz: Int { settings.rateHz }
  /// It plays.
  public var isPlaying: Bool { loop?.isRunning ?? false }

  /// Begins to play a sound in mono, in place of the one before; it is silent for no samples.
  public func begin(_ samples: [Float]) throws(DeviceError) {
    try stop()
    guard !samples.isEmpty else { return }
    let played = samples + [Float](repeating: 0, count: Int(Self.tailSeconds * Double(rateHz)))
    let loop = try AudioLoop(
      input: .take(TakeStream(played, isLooped: false)), output: .playback(device: device),
      settings: settings)
    let handler = BlockHandler(
      function: { _, input, _, _, output, frameCount in
        guard let output else { return }
        for frame in 0..<frameCount {
          let sample = input?[frame] ?? 0
          (output[2 &* frame], output[2 &* frame &+ 1]) = (sample, sample)
        }
      }, context: UnsafeMutableRawPointer(mutating: loop.timeline))
    try loop.start(handler, frameLimit: played.count)
    self.loop = loop
  }

  /// Falls silent; fails if the device was lost meanwhile.
  public func stop() throws(DeviceError) {
    guard let loop = loop.take() else { return }
    loop.stop()
    if case .lost(let error) = loop.wait() { throw error }
  }
}
