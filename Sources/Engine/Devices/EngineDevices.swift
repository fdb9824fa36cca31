// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import SoundFiles
import Kits

/// The devices that were asked for, or substitutes for missing ones.
struct EngineDevices {
  /// How long drums ring after the end of a take, in seconds.
  private static let tailSeconds = 3.0
  private static let noPlayback = "There is no playback device: the drums go into a file."

  /// The loop that plays.
  let loop: AudioLoop
  /// The drums can be heard; otherwise they should be recorded.
  let isAudible: Bool
  /// Notes for the player, a line each.
  private(set) var notes: [String]
  /// The path of the take; nil for a microphone.
  let takePath: String?
  /// The rate of the take, in whose frames hits are reported; nil for a microphone.
  let takeRateHz: Int?
  /// The frame at which playing ends by itself; nil if it does not.
  let frameLimit: Int?

  private init(
    _ loop: AudioLoop, isAudible: Bool, notes: [String] = [], takePath: String? = nil,
    takeRateHz: Int? = nil, frameLimit: Int? = nil
  ) {
    self.loop = loop
    self.isAudible = isAudible
    self.takePath = takePath
    self.takeRateHz = takeRateHz
    self.frameLimit = frameLimit
    let differences = loop.reports.filter { !$0.differences.isEmpty }
    self.notes = notes + differences.flatMap(\.text)
  }

  /// The devices that a setup asks for.
  static func open(_ setup: EngineSetup) throws -> EngineDevices {
    var devices =
      switch setup.input {
      case .device(let name, let isNamed): try withMicrophone(name, isNamed: isNamed, setup)
      case .take(let path, let channels, let isLooped):
        try withTake(path, channels, isLooped: isLooped, setup)
      case .nothing: try withSilence(setup)
      }
    if let note = setup.profile.warning(heardByTwo: devices.loop.hearsTwo) {
      devices.notes.append(note.description)
    }
    return devices
  }

  /// ALSA's name of a device; nil if that side has none.
  func device(_ direction: StreamDirection) -> String? {
    loop.reports.first { $0.direction == direction }?.device
  }

  /// Drums return to a microphone only.
  var canReturn: Bool { isAudible && device(.capture) != nil }

  /// The microphone and the loudspeakers. Only devices asked for by name must exist: the clock
  /// replaces missing loudspeakers, a bundled take or silence a missing microphone.
  private static func withMicrophone(
    _ name: String, isNamed: Bool, _ setup: EngineSetup
  ) throws -> EngineDevices {
    let output = setup.audioOutput
    guard
      let loop = try open(.capture(device: name), output, setup.streams, isOptional: true)
    else { return try withoutDevice(name, isNamed: isNamed, setup) }
    let notes =
      setup.isBundledTakeLooped ? ["There is a microphone: no take plays, so none repeats."] : []
    return EngineDevices(loop, isAudible: setup.isHeard, notes: notes)
  }

  /// A take in place of the microphone, and the loudspeakers; the clock if there are none.
  private static func withTake(
    _ path: String, _ channels: Take.Channels, isLooped: Bool, _ setup: EngineSetup
  ) throws -> EngineDevices {
    let take = try TakeFile(path: path, channels: channels)
    let output = setup.audioOutput
    var settings = setup.streams
    let audible =
      setup.isHeard
      ? try open(take, isLooped: isLooped, output, settings, isOptional: !setup.isOutputNamed) : nil
    settings.rateHz = setup.rateHz ?? take.sampleRateHz
    let loop =
      try audible
      ?? AudioLoop(
        input: .take(TakeStream(take, rateHz: settings.rateHz, isLooped: isLooped)), output: .clock,
        settings: settings)
    var notes = take.notes
    if audible == nil && setup.isHeard {
      notes.append(noPlayback)
    }
    if loop.rateHz != take.sampleRateHz {
      notes.append(
        "'\(path)' is converted from \(take.sampleRateHz) to \(loop.rateHz) Hz.")
    }
    return EngineDevices(
      loop, isAudible: audible != nil, notes: notes, takePath: path,
      takeRateHz: take.sampleRateHz,
      frameLimit: isLooped ? nil : Int((take.seconds + tailSeconds) * Double(loop.rateHz)))
  }

  /// Silence in place of the microphone, and the loudspeakers; the clock if there are none.
  private static func withSilence(_ setup: EngineSetup) throws -> EngineDevices {
    var notes = ["No microphone is heard: play by keys, MIDI, a board or the page."]
    if setup.isHeard,
      let loop = try open(
        .silence, setup.audioOutput, setup.streams, isOptional: !setup.isOutputNamed)
    {
      return EngineDevices(loop, isAudible: true, notes: notes)
    }
    if setup.isHeard { notes.append(noPlayback) }
    let loop = try AudioLoop(input: .silence, output: .clock, settings: setup.streams)
    return EngineDevices(loop, isAudible: false, notes: notes)
  }

  /// Substitutes, if a device that was asked for is missing.
  private static func withoutDevice(
    _ name: String, isNamed: Bool, _ setup: EngineSetup
  ) throws -> EngineDevices {
    let input = AudioInput.capture(device: name)
    if !setup.isOutputNamed,
      let loop = try open(input, .clock, setup.streams, isOptional: !isNamed)
    {
      return EngineDevices(
        loop, isAudible: false,
        notes: [noPlayback])
    }
    if !isNamed && setup.isPlayedOtherwise { return try withSilence(setup) }
    guard !isNamed, let bundled = KitLocator().takes.last else {
      // A missing device was asked for by name, or has no substitute: opening it gives the error.
      let loop = try AudioLoop(
        input: input, output: setup.audioOutput, settings: setup.streams)
      return EngineDevices(loop, isAudible: true)
    }
    let stage = try withTake(bundled, .mean, isLooped: setup.isBundledTakeLooped, setup)
    let name = bundled.split(separator: "/").last ?? ""
    let note =
      stage.isAudible
      ? "There is no microphone: playing the bundled take \(name)."
      : "There is no sound device: playing the bundled take \(name) in real time, into a file."
    return EngineDevices(
      stage.loop, isAudible: stage.isAudible, notes: [note], takePath: bundled,
      takeRateHz: stage.takeRateHz,
      frameLimit: stage.frameLimit)
  }

  /// A loop over the take, converted to the device's rate.
  private static func open(
    _ take: TakeFile, isLooped: Bool, _ output: AudioOutput, _ settings: StreamSettings,
    isOptional: Bool
  ) throws -> AudioLoop? {
    var loop = try open(
      .take(TakeStream(take, rateHz: settings.rateHz, isLooped: isLooped)), output, settings,
      isOptional: isOptional)
    guard let rateHz = loop?.rateHz, rateHz != settings.rateHz else { return loop }
    loop = nil  // gives the device back before it is opened again
    var given = settings
    given.rateHz = rateHz
    return try open(
      .take(TakeStream(take, rateHz: given.rateHz, isLooped: isLooped)), output, given,
      isOptional: isOptional)
  }

  /// A loop; nil if an optional device is missing.
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

extension EngineSetup {
  fileprivate var audioOutput: AudioOutput {
    switch output {
    case .device(let name, _): .playback(device: name)
    case .nothing: .clock
    }
  }

  /// The output has no substitute.
  fileprivate var isOutputNamed: Bool {
    switch output {
    case .device(_, let isNamed): isNamed
    case .nothing: true
    }
  }

  fileprivate var isHeard: Bool { if case .nothing = output { false } else { true } }
}
