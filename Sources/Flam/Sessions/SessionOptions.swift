// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import FoundationEssentials
import Instrument
import Kits
import Profiles
import Sessions
import SoundFiles
import Storage

/// Whether `play` keeps a session, and where.
struct SessionOptions: ParsableArguments {
  @Flag(
    help: """
      Keep a session: a folder with everything that 'flam replay' needs. It lies in your music folder, below Flam.
      """)
  var session = false

  @Option(
    help: ArgumentHelp(
      "Keep a session, but in this folder.", valueName: "folder"))
  var recordTo: String?

  /// Whether a session is kept.
  var isKept: Bool { session || recordTo != nil }

  /// The folder that holds the session's folder.
  var parent: String { recordTo ?? OutputFiles.sessionsFolder }

  /// Begins a session. If its place fails, it continues in `elseFolder`.
  func keeper(_ begun: JournalStart, else elseFolder: String?) throws -> SessionKeeper {
    var record = try record(
      kitName: begun.kitName, kitPath: begun.kitPath, adjustments: begun.adjustments,
      profile: begun.profile, settings: begun.settings, sampleRateHz: begun.sampleRateHz,
      devices: SessionRecord.Devices(
        input: begun.input, output: begun.output, periodFrames: begun.periodFrames,
        periodCount: begun.periodCount))
    (record.backing, record.laterKitName) = (begun.backing, begun.laterKitName)
    (record.kitPart, record.beganNotReplayable) = (begun.kitPart, begun.notReplayable)
    let folder = try SessionFolder.make(in: begun.folder ?? parent, at: record.startedAt)
    var other: SessionFolder?
    do {
      other = try elseFolder.map { try folder.counterpart(in: $0) }
      let last = SessionFolder(path: "\(OutputFiles.sessionsFolder)/\(folder.name)")
      return try SessionKeeper(
        record, profile: begun.profile, hearsTwo: begun.hearsTwo,
        in: SessionPlaces(folder, else: other, last: last),
        history: begun.history, number: begun.number)
    } catch {
      for made in [folder, other].compactMap(\.self) { made.remove() }
      throw error
    }
  }

  /// Begins the session of a take that is rendered; nil if none is wanted.
  func imported(
    _ take: TakeFile, through performance: Performance, _ instrument: InstrumentOptions,
    periodFrames: Int
  ) throws -> SessionImport? {
    guard isKept, let performanceLog = performance.performanceLog else { return nil }
    let profile = try instrument.loadProfile().heard(byTwo: take.hearsTwo)
    let record = try record(
      kitName: performance.kit.name, kitPath: try KitLocator().kit(instrument.kit),
      adjustments: instrument.kitOptions.adjustments, profile: profile,
      settings: performance.settings, sampleRateHz: performance.sampleRateHz,
      devices: SessionRecord.Devices(
        input: Self.absolute(take.path), output: nil, periodFrames: periodFrames, periodCount: 1))
    return try SessionImport(
      record, profile: profile, hearsTwo: take.hearsTwo,
      in: SessionFolder.make(in: parent, at: record.startedAt),
      performanceLog: performanceLog)
  }

  /// Describes the session's settings, and that it begins now.
  func record(
    kitName: String, kitPath: String, adjustments: KitAdjustments, profile: Profile,
    settings: InstrumentSettings, sampleRateHz: Int, devices: SessionRecord.Devices
  ) throws -> SessionRecord {
    SessionRecord(
      startedAt: Date(), sampleRateHz: sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: kitName, path: Self.absolute(kitPath), hash: try KitIdentity.hash(path: kitPath),
        adjustments: adjustments),
      profile: profile, settings: settings, devices: devices)
  }

  static func absolute(_ path: String) -> String { FileNames.absolute(path) }
}

/// The session that a command reads.
struct ChosenSession: ParsableArguments {
  @Argument(
    help: "Name of a session, as 'flam sessions' lists it, its folder, or last, the latest.")
  var session = SessionsCommand.lastName
}
