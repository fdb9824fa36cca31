// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import AudioIO
import FoundationEssentials
import Instrument
import Kits
import Profiles
import Sessions

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
  var parent: String { recordTo ?? SessionsCommand.defaultParent }

  /// Begins a session. If its place fails, it goes on in `elseFolder`.
  func keeper(_ begun: JournalStart, else elseFolder: String?) throws -> SessionKeeper {
    var record = try record(
      kit: begun.kit, kitPath: begun.kitPath, adjustments: begun.adjustments,
      profile: begun.profile, settings: begun.settings,
      devices: SessionRecord.Devices(
        input: begun.input, output: begun.output, periodFrames: begun.periodFrames,
        periodCount: begun.periodCount))
    record.backing = begun.backing
    let folder = try folder(record)
    var other: SessionFolder?
    do {
      other = try elseFolder.map { try folder.counterpart(in: $0) }
      let last = SessionFolder(path: "\(SessionsCommand.defaultParent)/\(folder.name)")
      return try SessionKeeper(
        record, profile: begun.profile, hearsTwo: begun.hearsTwo,
        in: SessionPlaces(folder, else: other, last: last),
        transcript: begun.transcript)
    } catch {
      for made in [folder, other].compactMap(\.self) { made.remove() }
      throw error
    }
  }

  /// Begins the session of a take that is rendered; nil where none is to be kept.
  func imported(
    _ take: Take, through performance: Performance, _ instrument: InstrumentOptions,
    periodFrames: Int
  ) throws -> SessionImport? {
    guard isKept, let transcript = performance.transcript else { return nil }
    let profile = try instrument.loadProfile().heard(byTwo: take.second != nil)
    let record = try record(
      kit: performance.kit, kitPath: try KitLocator().kit(instrument.kit),
      adjustments: instrument.kitOptions.adjustments, profile: profile,
      settings: performance.settings,
      devices: SessionRecord.Devices(
        input: Self.absolute(take.path), output: nil, periodFrames: periodFrames, periodCount: 1))
    return try SessionImport(
      record, profile: profile, take: take.samples, second: take.second, in: folder(record),
      transcript: transcript)
  }

  /// Makes the folder of a session.
  func folder(_ record: SessionRecord) throws -> SessionFolder {
    try SessionFolder.make(in: parent, at: record.startedAt)
  }

  /// Describes what the session is played with, and that it begins now.
  func record(
    kit: Kit, kitPath: String, adjustments: KitAdjustments, profile: Profile,
    settings: InstrumentSettings, devices: SessionRecord.Devices
  ) throws -> SessionRecord {
    SessionRecord(
      startedAt: Date(), sampleRateHz: kit.sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: kit.name, path: Self.absolute(kitPath), hash: try KitIdentity.hash(path: kitPath),
        adjustments: adjustments),
      profile: profile, settings: settings, devices: devices)
  }

  static func absolute(_ path: String) -> String { URL(filePath: path).path }
}
