// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import FoundationEssentials
import Glibc
import Kits
import Profiles
import Sessions
import Storage

struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the sessions that you kept.",
    discussion: """
        flam sessions
        flam sessions --in /media/stick/sessions   in another folder
        flam sessions --json                       one JSON object a session
        flam play --session                        keep a session

      Each line is a session: length, hits, pops, peak, loudness, size and kit. A session \
      is a folder of ordinary files:

      mix.wav         what you heard
      microphone.wav  what the microphone heard
      hits.jsonl      the hits, one JSON object a line
      hits.mid        the hits as MIDI
      edited ….jsonl  hits that you changed on the page of 'flam play --web'
      strokes.jsonl   when each drum began, and how hard
      journal.jsonl   your changes and notes, each with its frame
      calls.jsonl     how many frames came in and went out, call by call
      session.json    kit, settings, devices and pops
      profile.json    the profile, if it was one of yours

      Keep the folder whole: 'flam replay' plays from it. docs/recording.md explains more.
      """)

  /// The folder to list.
  struct Place: ParsableArguments {
    @Option(
      name: .customLong("in"),
      help: ArgumentHelp(
        "Folder with sessions. Default: Flam in your music folder.", valueName: "folder"))
    var parent: String?
  }

  @OptionGroup(title: HelpSection.need) var place: Place
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var parent: String? { place.parent }
  var json: Bool { output.json }

  /// The name of the session that was kept last, unless one is called so.
  static let lastName = "last"

  /// Finds the session of a name or a path.
  static func folder(_ nameOrPath: String) throws -> SessionFolder {
    let here = SessionFolder(path: nameOrPath)
    if nameOrPath == lastName, !here.exists,
      let last = SessionFolder.all(in: OutputFiles.sessionsFolder).last
    {
      return last
    }
    let known = SessionFolder(path: "\(OutputFiles.sessionsFolder)/\(nameOrPath)")
    guard !here.exists && !nameOrPath.contains("/") else { return here }
    guard known.exists || nameOrPath != lastName else {
      throw CommandFailure(
        .noInput,
        "cannot find the latest session: there is none in '\(OutputFiles.sessionsFolder)'; 'flam play --session' keeps one"
      )
    }
    guard known.exists else {
      throw CommandFailure(
        .noInput,
        "cannot find the session '\(nameOrPath)': it is neither a folder with a session.json nor in "
          + "'\(OutputFiles.sessionsFolder)'; 'flam sessions' lists those that there are")
    }
    return known
  }

  func run() throws {
    if let parent, !FileSystem.exists(parent) {
      throw CommandFailure(
        .noInput, "cannot list the sessions in '\(parent)': there is no such folder; check the path"
      )
    }
    let parent = parent ?? OutputFiles.sessionsFolder
    let sessions = SessionFolder.all(in: parent)
    if sessions.isEmpty {
      Terminal.report("no sessions in '\(parent)'; 'flam play --session' keeps one")
    }
    if !json && !sessions.isEmpty { try Terminal.print(SessionLine.header) }
    for folder in sessions {
      do {
        let read = try SessionRecord.read(folder)
        let found = try SessionRecovery(folder, read)?.record
        if found != nil {
          Terminal.report(
            "'\(folder.path)' was cut off: flam repair '\(folder.path)' makes it whole")
        }
        let line = SessionLine(folder, found ?? read.withLoudness(folder, isKept: true))
        SessionParts(folder, read).warning(for: found ?? read).map(Terminal.report)
        if line.isBeingPlayed { Terminal.report("'\(folder.path)' is being played") }
        try Terminal.print(json ? line.jsonLine : line.text)
      } catch {
        guard let failure = CommandFailure(error) else { throw error }
        // The others are listed all the same.
        Terminal.report("flam: \(failure.message)")
      }
    }
  }
}

/// One session of the list.
struct SessionLine: Encodable {
  let name: String
  let path: String
  let startedAt: Date
  let seconds: Double?
  let hits: Int?
  let pops: Int?
  let peakDecibels: Float?
  let loudnessLUFS: Float?
  let beatsPerMinute: Double?
  let kit: String
  let megabytes: Double
  let isBeingPlayed: Bool

  init(_ folder: SessionFolder, _ record: SessionRecord) {
    name = folder.name
    path = folder.path
    startedAt = record.startedAt
    seconds = record.outcome?.seconds
    hits = record.outcome?.hits
    pops = record.outcome?.pops
    peakDecibels = record.outcome?.peakDecibels
    loudnessLUFS = record.outcome?.loudnessLUFS
    beatsPerMinute = record.outcome?.beatsPerMinute
    kit = Self.kits(record)
    megabytes = Double(folder.byteCount) / 1_000_000
    isBeingPlayed = record.outcome == nil
  }

  /// The kit that was played; all of them if it was changed.
  private static func kits(_ record: SessionRecord) -> String {
    if let name = record.laterKitName { return name }
    let known = KitLocator().kits
    let later = (record.laterKitHashes ?? [:]).keys.sorted().map { path in
      known.first { FileNames.absolute($0.path) == path }?.name ?? FileNames.last(path)
    }
    return ([record.kit.name] + later.filter { $0 != record.kit.name }).joined(separator: ", ")
  }

  static let header = "session               length   hits  pops    peak    LUFS      size  kit"

  var text: String {
    func right(_ text: String?, _ width: Int) -> String {
      let text = text ?? "?"
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let length = seconds.map {
      "\(Int($0) / 60):" + (Int($0) % 60 < 10 ? "0" : "") + "\(Int($0) % 60)"
    }
    let peak = seconds == nil ? nil : peakDecibels.map { $0.text(places: 1) } ?? "-∞"
    let loudness = seconds == nil ? nil : loudnessLUFS.map { $0.text(places: 1) } ?? "-∞"
    return name + String(repeating: " ", count: max(0, 20 - name.count)) + right(length, 8)
      + right(hits.map(String.init), 7) + right(pops.map(String.init), 6) + right(peak, 8)
      + right(loudness, 8)
      + right("\(megabytes.text(places: 1)) MB", 10) + "  \(kit)"
  }
}
