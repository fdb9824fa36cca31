// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sessions

/// Opens, plays, saves and exports sessions for pages. This reads the disk and takes long: only the job queue's thread calls it.
final class PageSessions: Sendable {
  /// The most parts of a waveform: 10 minutes at the shortest part.
  private static let mostParts = 120_000.0
  private static let shortestPartSeconds = 0.005

  private let places: PageHost.Sessions
  private let scratch: ScratchFolder
  private let savedTables = SavedFiles()

  init(_ places: PageHost.Sessions, _ scratch: ScratchFolder) {
    (self.places, self.scratch) = (places, scratch)
  }

  /// The sessions, the latest first.
  func list() -> [PageSession] {
    SessionFolder.all(in: places.parent).suffix(PageLimits.sessions).reversed()
      .map(PageSession.init)
  }

  /// Opens a session; returns its facts, and the addresses of its hits and its waveform.
  func open(
    _ asked: PageTable, for downloads: ClientDownloads, isWanted: () -> Bool
  ) throws -> PageOpened {
    let opened = try asked.read(in: places.parent)
    let outline = try outline(opened.hits.parts.mix(), downloads, isWanted)
    return PageOpened(
      PageSession(opened.folder), opened, version: asked.version,
      hits: downloads.add(
        Download(
          type: "application/json",
          content: .bytes(try PageHits(opened).pageJSON)
        )), outline: outline.address, partSeconds: outline.partSeconds)
  }

  /// Plays a table; returns the addresses of its sound and its waveform.
  func hear(
    _ asked: PageTable, for downloads: ClientDownloads, isWanted: () -> Bool
  ) throws -> PageSound {
    let file = try sound(of: asked.read(in: places.parent), isWanted)
    let outline = try outline(SessionSound([file.path], else: file.path), downloads, isWanted)
    return PageSound(
      sound: downloads.add(Download(type: "audio/wav", content: .file(file), isHeard: true)),
      outline: outline.address, partSeconds: outline.partSeconds)
  }

  /// Saves a table beside the session; returns its name.
  func keep(_ asked: PageTable, for caller: CommandCaller) throws -> PageKept {
    let opened = try asked.read(in: places.parent)
    let operation = "save the hits of '\(opened.folder.name)'"
    try EngineError.checkSpace(operation, at: opened.folder.path, places.space)
    try savedTables.take(operation, from: caller)
    return PageKept(version: try opened.folder.keepVersion(opened.table))
  }

  /// Exports a table; returns the address of the file.
  func export(
    _ asked: PageTable, as format: PageExport, for downloads: ClientDownloads, isWanted: () -> Bool
  ) throws -> PageExported {
    let opened = try asked.read(in: places.parent)
    let rateHz = opened.hits.record.sampleRateHz
    let content: Download.Content =
      switch format {
      case .wav: .file(try sound(of: opened, isWanted))
      case .mid:
        .bytes(
          opened.table.midiFile(
            roles: opened.hits.roles, click: opened.hits.click, sampleRateHz: rateHz
          ).bytes)
      case .csv: .bytes(Array(opened.table.commaSeparated(sampleRateHz: rateHz).utf8))
      case .jsonl: .bytes(Array(opened.table.jsonLines.utf8))
      }
    let name = format.fileName(opened.folder.name, isAsPlayed: opened.isAsPlayed)
    return PageExported(
      file: downloads.add(Download(type: format.type, fileName: name, content: content)), name: name
    )
  }

  private func outline(
    _ sound: consuming SessionSound, _ downloads: ClientDownloads, _ isWanted: () -> Bool
  ) throws -> (address: String, partSeconds: Double) {
    let partSeconds = max(Self.shortestPartSeconds, sound.seconds / Self.mostParts)
    let outline = SoundOutline(sound, partSeconds: partSeconds, isWanted: isWanted)
    guard isWanted() else { throw CancellationError() }
    func byte(_ sample: Float) -> UInt8 {
      UInt8(bitPattern: Int8(max(-127, min(127, (127 * sample).rounded()))))
    }
    let bytes = outline.parts.flatMap { [byte($0.lowerBound), byte($0.upperBound)] }
    let download = Download(type: "application/octet-stream", content: .bytes(bytes))
    return (downloads.add(download), partSeconds)
  }

  /// The sound of a table: the recording if nothing was edited, else a replay.
  private func sound(of opened: OpenedTable, _ isWanted: () -> Bool) throws -> DownloadFile {
    let recordings = opened.hits.parts.paths(\.mixPath)
    if opened.isAsPlayed, recordings.count == 1 {
      return DownloadFile(path: recordings[0], isMade: false)
    }
    let (hits, sound) = try (scratch.newFile(".jsonl"), scratch.newFile(".wav"))
    try EngineError.checkSpace(
      "play '\(opened.folder.name)' again", at: sound.path, places.space)
    try opened.table.write(to: hits.path)
    let problem = places.replay(opened.folder.path, hits.path, sound.path) {
      isWanted() && sound.isSmall
    }
    if let problem = sound.problem(problem) {
      throw EngineError(
        "play '\(opened.folder.name)' again", reason: problem,
        advice: "you can still hear it as it was played")
    }
    return sound
  }
}
