// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Screen
import Sessions

extension Play {
  /// The devices, kit, profile and files of the playing.
  ///
  /// - Parameter isCountedIn: The caller counts in.
  func setup(
    _ start: StartWatch, _ kept: KeptChoices, isCountedIn: Bool
  ) throws -> EngineSetup {
    let instrument = InstrumentOptions(drums, sound, answer, voicing, kept: kept)
    let profile = try instrument.loadProfile()
    var setup = EngineSetup(profile: profile, memory: try instrument.memory.forPlaying())
    setup.profileName = instrument.learnableProfile
    setup.input =
      take.map { .take(path: $0, channels: devices.stream.takeChannels, isLooped: loop) }
      ?? (devices.stream.hearsNothing
        ? .nothing : .device(devices.stream.captureDevice, isNamed: devices.stream.namesCapture))
    setup.isBundledTakeLooped = loop && take == nil
    setup.isPlayedOtherwise = ports.playsDrums
    setup.output = .device(devices.playbackDevice, isNamed: devices.namesPlayback)
    setup.streams = devices.settings
    setup.rateHz = devices.stream.rate
    setup.kit = try instrument.madeKit()
    setup.adjustments = instrument.kitOptions.adjustments
    setup.settings = try instrument.settings(
      for: profile, defaultSeed: .random(in: 1 ... .max), monitorDecibels: monitor)
    setup.loopSaver = LoopFolder.saver
    setup.backing = try backing.played()
    setup.instruments = ports.toneSource
    setup.isCountedIn = isCountedIn
    setup.sweep = sweep
    setup.budgetMilliseconds = budget
    setup.growsBuffer = autoBuffer ?? (devices.stream.givenPeriod == nil)
    setup.seconds = seconds
    setup.recording = EngineSetup.Recording(
      file: { recording.file(isAudible: $0) },
      stems: { try recording.stemFiles(of: $0, $1, isOverwriting: force) },
      microphone: { recording.microphoneFile(of: $0) }, isOverwriting: force)
    setup.keepsJournal = recording.sessions.isKept
    setup.journal = { [recording] begun in
      guard begun.isFromBeginning else {
        return try recording.sessions.keeper(begun, else: recording.elseFolder)
      }
      start.endIfAsked()
      let keeper = try recording.sessions.keeper(begun, else: recording.elseFolder)
      start.onEnding { keeper.discard() }
      return keeper
    }
    return setup
  }
}
