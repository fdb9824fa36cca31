// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import FoundationEssentials
import Glibc
import ErrorAdvice
import Storage

/// A session on disk: a folder of files that other programs read too.
public struct SessionFolder: Sendable, Equatable {
  /// Its path.
  public let path: String

  /// The session at `path`, whether it exists or not.
  public init(path: String) { self.path = path }

  /// Its last folder name.
  public var name: String { FileNames.last(path) }
  /// The output: stereo.
  public var mixPath: String { file("mix.wav") }
  /// The microphone's input: mono, 32-bit floats, bit for bit as the instrument got it.
  public var microphonePath: String { file("microphone.wav") }
  /// The hits, one JSON object a line.
  public var hitsPath: String { file("hits.jsonl") }
  /// The hits as a Standard MIDI File.
  public var midiPath: String { file("hits.mid") }
  /// Its settings and its outcome: ``SessionRecord``.
  public var recordPath: String { file("session.json") }
  /// The profile as it was.
  public var profilePath: String { file("profile.json") }
  /// A profile that took over while it was played, from 2 on.
  func profilePath(number: Int) -> String { file("profile-\(number).json") }
  /// A sound of a score, from 1 on: 32-bit floats, bit for bit as it was played.
  func objectSoundPath(number: Int) -> String { file("\(Self.objectSoundPrefix)\(number).wav") }
  private static let objectSoundPrefix = "score-sound-"
  /// The player's changes and notes, ``JournalEntry`` a line.
  var journalPath: String { file("journal.jsonl") }
  /// The voices' events, ``StrokeLine`` a line; missing in sessions of earlier versions.
  var strokesPath: String { file("strokes.jsonl") }
  /// The calls of the audio loop, for playing it again.
  var callsPath: String { file("calls.jsonl") }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder of the same name in another parent, where its files can continue.
  public func counterpart(in parent: String) throws(SessionError) -> SessionFolder {
    let other = SessionFolder(path: "\(parent)/\(name)")
    try? WholeFile.make(parent)
    guard mkdir(FileNames.exactPath(other.path), 0o777) == 0 else {
      throw SessionError(
        .cannotCreate, "make '\(other.path)'", reason: String(cString: strerror(errno)),
        advice: "\(.secondPlace), one you may write to")
    }
    return other
  }

  /// Makes a folder named after the time, within `parent`, which is made too.
  public static func make(in parent: String, at time: Date) throws(SessionError) -> SessionFolder {
    let stamp = Self.stamp(time)
    try? WholeFile.make(parent)
    for number in 1... {
      let path = "\(parent)/\(stamp)" + (number == 1 ? "" : " (\(number))")
      // In one step, so that two programs never share one.
      if mkdir(FileNames.exactPath(path), 0o777) == 0 { return SessionFolder(path: path) }
      guard errno == EEXIST else {
        throw SessionError(
          .cannotCreate, "make the session '\(path)'", reason: String(cString: strerror(errno)),
          advice: "\(.sessionsFolder), one you may write to")
      }
    }
    preconditionFailure("numbers do not end")
  }

  /// The sessions within `parent`, the oldest first.
  public static func all(in parent: String) -> [SessionFolder] {
    FileSystem.names(in: parent).sorted().map { SessionFolder(path: "\(parent)/\($0)") }.filter(
      \.exists)
  }

  /// There is a session at its place.
  public var exists: Bool { holds(recordPath) }

  /// A file of this name may be one of the session's own, or a sound; all others were added by
  /// people.
  public static func isOwn(_ path: String) -> Bool {
    let name = FileNames.last(path)
    let kinds = [".json", ".jsonl", ".mid", ".wav", ".flac", ".ogg", ".part"]
    return kinds.contains { name.hasSuffix($0) }
  }

  /// All files in it.
  public var filePaths: [String] {
    FileSystem.names(in: path).map(file)
  }

  /// Files that may be a part of it: all except those added by people.
  public var ownPaths: [String] { filePaths.filter(Self.isOwn) }

  /// Its recordings, complete or not, except copies from before a repair, and sounds of scores.
  public var soundPaths: [String] {
    filePaths.filter {
      $0.hasSuffix(".wav") && !KeptRecording.isOne($0)
        && !FileNames.last($0).hasPrefix(Self.objectSoundPrefix)
    }.sorted()
  }

  /// One of its files that is a link to a place outside, or to nothing; nil if there is none.
  /// Reading and writing it would reach files outside the session.
  var strayLink: String? {
    guard let own = FileNames.resolved(path) else { return nil }
    return filePaths.first { file in
      var status = stat()
      guard lstat(FileNames.systemPath(file), &status) == 0, status.st_mode & S_IFMT == S_IFLNK
      else { return false }
      return !(FileNames.resolved(file)?.hasPrefix("\(own)/") ?? false)
    }
  }

  /// There is a file at a path.
  func holds(_ path: String) -> Bool { FileSystem.exists(path) }

  /// Removes it with everything in it.
  public func remove() { FileSystem.remove(path) }

  /// The size of its files on disk, those of its loop included, in bytes.
  public var byteCount: Int {
    let loop = file(SavedLoop.sessionFolder)
    let loopPaths = FileSystem.names(in: loop).map { "\(loop)/\($0)" }
    return (filePaths + loopPaths).reduce(0) { sum, path in
      var status = stat()
      return stat(FileNames.exactPath(path), &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }

  /// The default place of sessions: the folder Flam in the person's music folder.
  public static func defaultParent(environment: [String: String]) -> String {
    "\(BaseFolders(environment: environment).music)/Flam"
  }

  /// The name of a session that begins now.
  public static var nameOfNow: String { stamp(Date()) }

  /// The time in this place's hours, so that names sort and files of other systems may hold it:
  /// 2026-03-01 17.45.09.
  private static func stamp(_ time: Date) -> String {
    var seconds = time_t(time.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d %H.%M.%S", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
