// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Kits

/// Where playing takes place: the devices that were asked for, or what stands in for those that are not there.
struct PlayStage {
  /// Rings out after the end of a take, in seconds.
  private static let tailSeconds = 3.0

  /// What plays.
  let loop: AudioLoop
  /// The drums can be heard; otherwise they should be recorded.
  let isAudible: Bool
  /// What the player should know, a line each.
  let notes: [String]
  /// Where playing ends by itself; nil where it does not.
  let frameLimit: Int?

  private init(_ loop: AudioLoop, isAudible: Bool, note: String?, frameLimit: Int? = nil) {
    self.loop = loop
    self.isAudible = isAudible
    self.frameLimit = frameLimit
    let differences = loop.reports.filter { !$0.differences.isEmpty }
    notes = [note].compactMap { $0 } + differences.map(\.description)
  }

  /// The microphone and the loudspeakers. Devices that were not asked for by name may be missing: the clock stands in
  /// for the loudspeakers, a bundled take for the microphone.
  static func withMicrophone(_ stream: StreamOptions) throws -> PlayStage {
    let input = AudioInput.capture(device: stream.captureDevice)
    let output = AudioOutput.playback(device: stream.playbackDevice)
    guard let loop = try open(input, output, stream.settings, isOptional: true) else {
      return try withoutDevice(stream)
    }
    return PlayStage(loop, isAudible: true, note: nil)
  }

  /// A take in place of the microphone, and the loudspeakers; where there are none, the clock.
  static func withTake(
    _ path: String, isLooped: Bool, _ stream: StreamOptions
  ) throws -> PlayStage {
    let take = try Take.told(path: path)
    let frameLimit: (AudioLoop) -> Int? = { loop in
      isLooped ? nil : Int((take.seconds + tailSeconds) * Double(loop.rateHz))
    }
    let output = AudioOutput.playback(device: stream.playbackDevice)
    if let loop = try open(
      take, isLooped: isLooped, output, stream.settings, isOptional: !stream.namesPlayback)
    {
      return PlayStage(loop, isAudible: true, note: nil, frameLimit: frameLimit(loop))
    }
    var settings = stream.settings
    settings.rateHz = take.sampleRateHz
    let loop = try AudioLoop(
      input: .take(take.samples, isLooped: isLooped), output: .clock, settings: settings)
    return PlayStage(
      loop, isAudible: false, note: "There is no playback device: the drums go into a file.",
      frameLimit: frameLimit(loop))
  }

  /// What is left where the devices that were asked for are not both there.
  private static func withoutDevice(_ stream: StreamOptions) throws -> PlayStage {
    let input = AudioInput.capture(device: stream.captureDevice)
    if !stream.namesPlayback,
      let loop = try open(input, .clock, stream.settings, isOptional: !stream.namesCapture)
    {
      return PlayStage(
        loop, isAudible: false, note: "There is no playback device: the drums go into a file.")
    }
    guard !stream.namesCapture, let bundled = KitLocator().takes.last else {
      // What is missing was asked for, or nothing can stand in for it: said by the device itself.
      let loop = try AudioLoop(
        input: input, output: .playback(device: stream.playbackDevice), settings: stream.settings)
      return PlayStage(loop, isAudible: true, note: nil)
    }
    let stage = try withTake(bundled, isLooped: false, stream)
    let name = bundled.split(separator: "/").last ?? ""
    let note =
      stage.isAudible
      ? "There is no microphone: playing the bundled take \(name)."
      : "There is no sound device: playing the bundled take \(name) in real time, into a file."
    return PlayStage(
      stage.loop, isAudible: stage.isAudible, note: note, frameLimit: stage.frameLimit)
  }

  /// A loop over the take, converted to the rate that the device gives.
  private static func open(
    _ take: Take, isLooped: Bool, _ output: AudioOutput, _ settings: StreamSettings,
    isOptional: Bool
  ) throws -> AudioLoop? {
    func input(rateHz: Int) -> AudioInput {
      let samples = Resampler.convert(
        take.samples, channelCount: 1, fromHz: take.sampleRateHz, toHz: rateHz)
      return .take(samples, isLooped: isLooped)
    }
    let loop = try open(input(rateHz: settings.rateHz), output, settings, isOptional: isOptional)
    guard let loop, loop.rateHz != settings.rateHz else { return loop }
    var given = settings
    given.rateHz = loop.rateHz
    return try open(input(rateHz: given.rateHz), output, given, isOptional: isOptional)
  }

  /// A loop; nil where a device is not there and need not be.
  private static func open(
    _ input: AudioInput, _ output: AudioOutput, _ settings: StreamSettings, isOptional: Bool
  ) throws -> AudioLoop? {
    do {
      return try AudioLoop(input: input, output: output, settings: settings)
    } catch {
      guard isOptional && error.kind == .notThere else { throw error }
      return nil
    }
  }
}
