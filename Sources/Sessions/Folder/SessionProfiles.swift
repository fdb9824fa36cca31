// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import ErrorAdvice
import Storage

/// The profiles of a session: the first one, and those that took over later.
struct SessionProfiles {
  /// As the session kept it.
  let first: Profile
  /// In the order of their changes.
  let later: [Profile]

  /// Reads the profiles of a session; `folder` is a part of it.
  init(
    _ parts: SessionParts, _ folder: SessionFolder, _ record: SessionRecord,
    _ journal: [JournalEntry]
  ) throws {
    first = try folder.firstProfile(record)
    later = try journal.compactMap { $0.command(NumberedProfile.self) }.map { profile in
      try profile.number.map { try parts.profile(number: $0) } ?? .general
    }
  }

  /// The sounds of all of them, by the names in hits and strokes.
  var table: SoundTable { SoundTable([first] + later) }
}

extension SessionFolder {
  /// The profile with which its session began.
  func firstProfile(_ record: SessionRecord) throws -> Profile {
    var profile = record.isGeneralProfile ? .general : try ProfileFile.read(path: profilePath)
    profile.velocityCurve = record.velocityCurve
    return profile
  }
}

extension SessionParts {
  /// The player's changes and notes, in order.
  func journal() throws -> [JournalEntry] {
    try paths(\.journalPath).flatMap { path in
      let entries = try KeptLineFile.read(JournalEntry.self, path: path)
      for (index, entry) in entries.enumerated() {
        do throws(EngineError) { try entry.check() } catch {
          throw SessionError(
            .broken, "read '\(path)', line \(index + 1)",
            reason: "it cannot \(error.operation): \(error.reason)",
            advice: "put the file back as it was written")
        }
      }
      return entries
    }
  }

  /// The drum of each sound, by the names in hits. No profile that took over is needed for that.
  func roles(_ folder: SessionFolder, _ record: SessionRecord) throws -> [String: PadRole] {
    let later = try journal().compactMap { $0.command(NumberedProfile.self) }
    return SoundTable(try folder.firstProfile(record), later).rolesByName
  }

  /// A profile that took over, from whichever of the session's folders has it.
  fileprivate func profile(number: Int) throws -> Profile {
    let paths = folders.map { $0.profilePath(number: number) }
    guard let path = paths.first(where: { FileSystem.exists($0) }) else {
      throw SessionError(
        .missing, "read '\(paths.first ?? "")'",
        reason: "the profile that took over while it was played is not there",
        advice: "put it back; \(.reportAndSheet), and so does its mix.wav")
    }
    return try ProfileFile.read(path: path)
  }
}
