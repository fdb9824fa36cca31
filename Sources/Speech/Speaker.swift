// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// Says prompts on a playback device, for a player who looks at the table and not at the screen.
///
/// The device is open only while something is said. One thread uses it.
public final class Speaker {
  /// The voice ends before the device closes, in seconds.
  private static let tailSeconds = 0.15
  /// Speech needs no short delay: longer periods than for playing never pop.
  private static let (periodFrames, periodCount) = (1024, 3)

  private let voice: Voice
  private let device: String
  private let settings: StreamSettings
  /// What it says; nil before the first words.
  private var loop: AudioLoop?

  /// A speaker.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of the playback device.
  ///   - settings: Rate and channels of the device; its periods are the speaker's own.
  public init(_ voice: Voice, device: String, settings: StreamSettings) {
    (self.voice, self.device) = (voice, device)
    var settings = settings
    (settings.periodFrames, settings.periodCount) = (Self.periodFrames, Self.periodCount)
    self.settings = settings
  }

  deinit { try? stop() }

  /// It speaks.
  public var isSpeaking: Bool { loop?.isRunning ?? false }

  /// Begins to say `text`, in place of what it said before; it is silent for no text.
  public func begin(_ text: String) throws(DeviceError) {
    try stop()
    let rateHz = settings.rateHz
    let samples = voice.samples(text, rateHz: rateHz)
    guard !samples.isEmpty else { return }
    let played =
      samples + [Float](repeating: 0, count: Int(Self.tailSeconds * Double(rateHz)))
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
