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
  /// The rate of the take that is heard, in whose frames hits are told; nil for a microphone.
  let takeRateHz: Int?
  /// Where playing ends by itself; nil where it does not.
  let frameLimit: Int?

  private init(
    _ loop: AudioLoop, isAudible: Bool, notes: [String] = [], takeRateHz: Int? = nil,
    frameLimit: Int? = nil
  ) {
    self.loop = loop
    self.isAudible = isAudible
    self.takeRateHz = takeRateHz
    self.frameLimit = frameLimit
    let differences = loop.reports.filter { !$0.differences.isEmpty }
    self.notes = notes + differences.map(\.description)
  }

  /// The microphone and the loudspeakers. Devices that were not asked for by name may be missing: the clock stands in
  /// for the loudspeakers, a bundled take for the microphone.
  static func withMicrophone(_ devices: DuplexOptions) throws -> PlayStage {
    let input = AudioInput.capture(device: devices.stream.captureDevice)
    let output = AudioOutput.playback(device: devices.playbackDevice)
    guard let loop = try open(input, output, devices.settings, isOptional: true) else {
      return try withoutDevice(devices)
    }
    return PlayStage(loop, isAudible: true)
  }

  /// A take in place of the microphone, and the loudspeakers; where there are none, the clock.
  static func withTake(
    _ path: String, isLooped: Bool, _ devices: DuplexOptions
  ) throws -> PlayStage {
    let take = try Take.told(path: path, channels: devices.stream.takeChannels)
    let output = AudioOutput.playback(device: devices.playbackDevice)
    var settings = devices.settings
    let audible = try open(
      take, isLooped: isLooped, output, settings, isOptional: !devices.namesPlayback)
    settings.rateHz = devices.stream.rate ?? take.sampleRateHz
    let loop =
      try audible
      ?? AudioLoop(
        input: input(take, isLooped: isLooped, rateHz: settings.rateHz), output: .clock,
        settings: settings)
    var notes: [String] = []
    if audible == nil { notes.append("There is no playback device: the drums go into a file.") }
    if loop.rateHz != take.sampleRateHz {
      notes.append(
        "'\(path)' is converted from \(take.sampleRateHz) to \(loop.rateHz) Hz.")
    }
    return PlayStage(
      loop, isAudible: audible != nil, notes: notes, takeRateHz: take.sampleRateHz,
      frameLimit: isLooped ? nil : Int((take.seconds + tailSeconds) * Double(loop.rateHz)))
  }

  /// What is left where the devices that were asked for are not both there.
  private static func withoutDevice(_ devices: DuplexOptions) throws -> PlayStage {
    let input = AudioInput.capture(device: devices.stream.captureDevice)
    if !devices.namesPlayback,
      let loop = try open(
        input, .clock, devices.settings, isOptional: !devices.stream.namesCapture)
    {
      return PlayStage(
        loop, isAudible: false,
        notes: ["There is no playback device: the drums go into a file."])
    }
    guard !devices.stream.namesCapture, let bundled = KitLocator().takes.last else {
      // What is missing was asked for, or nothing can stand in for it: said by the device itself.
      let loop = try AudioLoop(
        input: input, output: .playback(device: devices.playbackDevice),
        settings: devices.settings)
      return PlayStage(loop, isAudible: true)
    }
    let stage = try withTake(bundled, isLooped: false, devices)
    let name = bundled.split(separator: "/").last ?? ""
    let note =
      stage.isAudible
      ? "There is no microphone: playing the bundled take \(name)."
      : "There is no sound device: playing the bundled take \(name) in real time, into a file."
    return PlayStage(
      stage.loop, isAudible: stage.isAudible, notes: [note], takeRateHz: stage.takeRateHz,
      frameLimit: stage.frameLimit)
  }

  /// A loop over the take, converted to the rate that the device gives.
  private static func open(
    _ take: Take, isLooped: Bool, _ output: AudioOutput, _ settings: StreamSettings,
    isOptional: Bool
  ) throws -> AudioLoop? {
    var loop = try open(
      input(take, isLooped: isLooped, rateHz: settings.rateHz), output, settings,
      isOptional: isOptional)
    guard let rateHz = loop?.rateHz, rateHz != settings.rateHz else { return loop }
    loop = nil  // gives the device back before it is opened again
    var given = settings
    given.rateHz = rateHz
    return try open(
      input(take, isLooped: isLooped, rateHz: given.rateHz), output, given, isOptional: isOptional)
  }

  private static func input(_ take: Take, isLooped: Bool, rateHz: Int) -> AudioInput {
    let samples = Resampler.convert(
      take.samples, channelCount: 1, fromHz: take.sampleRateHz, toHz: rateHz)
    return .take(samples, isLooped: isLooped)
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
