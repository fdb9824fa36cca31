// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Sessions
import SoundFiles
import Storage

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Make a recording whole that was cut off.",
    discussion: """
        flam repair groove.wav
        flam repair monday                         every recording of a session
        flam repair ~/Music/Flam/monday            the same, by its folder

      After a crash or a power cut, a recording may state a wrong length. Repair writes the \
      true one into a copy, decodes that from beginning to end, and puts it in its place. \
      No sample changes. The recording as it was is kept as NAME-before-repair; what is \
      whole, or damaged otherwise, stays as it is.

      A session also gets back what it gets at its end: length, hits, loudness and MIDI \
      file, as far as they were kept.
      """)

  /// The recording or session to repair.
  struct Source: ParsableArguments {
    @Argument(help: "WAV, RF64 or FLAC, or the name or folder of a session.")
    var file: String
  }

  @OptionGroup(title: HelpSection.need) var source: Source

  var file: String { source.file }

  private static let endings = [".wav", ".flac", ".ogg"]

  func run() throws {
    let session = try session()
    let folders = session.map(parts) ?? []
    try checkNobodyPlays(parts(session ?? SessionFolder(path: Self.parent(of: file))))
    let paths = session == nil ? [file] : folders.flatMap(\.soundPaths)
    var failure: (any Error)?
    func fail(_ error: any Error) {
      // The others are made whole all the same.
      if let failure = failure.flatMap(CommandFailure.init) {
        Terminal.report("flam: \(failure.message)")
      }
      failure = error
    }
    for path in paths {
      let repair: SoundFileRepair
      do { repair = try SoundFileRepair(path: path) } catch {
        fail(error)
        continue
      }
      try Terminal.print("\(path): \(Self.text(repair))")
    }
    for folder in folders {
      do { try recover(folder) } catch { fail(error) }
    }
    if let failure { throw failure }
  }

  /// The finding, and the repair.
  private static func text(_ repair: SoundFileRepair) -> String {
    func text(_ frames: Int) -> String {
      "\((Double(frames) / Double(repair.sampleRateHz)).text(places: 1)) s (\(frames) frames)"
    }
    guard let kept = repair.keptPath else { return "is whole, \(text(repair.frames))" }
    return
      "made whole, \(text(repair.frames)); it declared \(text(repair.declaredFrames)), and is kept as "
      + "'\(kept)' as it was"
  }

  /// All folders of a session. It has several if it went on in another place.
  private func parts(_ session: SessionFolder) -> [SessionFolder] {
    (try? SessionRecord.read(session)).map { SessionParts(session, $0).folders } ?? [session]
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Fails if a session is being played, because it is not complete yet.
  private func checkNobodyPlays(_ folders: [SessionFolder]) throws {
    guard let session = folders.first(where: { $0.exists && $0.isBeingPlayed }) else { return }
    throw CommandFailure(
      .noInput,
      "cannot repair '\(file)': a flam that is running still plays the session '\(session.path)'; end it with Ctrl-C, "
        + "which makes it whole")
  }

  /// Completes a session that was cut off.
  private func recover(_ session: SessionFolder) throws {
    let record = try SessionRecord.read(session)
    if record.outcome == nil, let beginning = SessionParts(session, record).missingBeginning {
      throw CommandFailure(
        .noInput,
        "'\(session.path)' is only the end of a session that began in '\(beginning)', which is not there: its sound is whole "
          + "now; put that folder back and repair it again for its hits")
    }
    guard let recovery = try SessionRecovery(session, record), let outcome = recovery.record.outcome
    else { return }
    try recovery.write()
    try Terminal.print(
      "\(session.path): \(outcome.hits) hits in \(outcome.seconds.text(places: 1)) s; "
        + "hits.mid and session.json written")
  }

  /// Finds the session of a folder or a name; nil for a file.
  private func session() throws -> SessionFolder? {
    guard !SessionFolder(path: file).exists else { return SessionFolder(path: file) }
    let isName = !file.contains("/") && !Self.endings.contains(where: file.hasSuffix)
    guard isName, !FileSystem.exists(file) else { return nil }
    return try SessionsCommand.folder(file)
  }
}
