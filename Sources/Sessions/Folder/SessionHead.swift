// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Glibc
import Profiles
import Recording
import SoundFiles
import Storage
import Synchronization

/// The files that make a folder a session: its settings and its kit. They are written into each
/// folder of the session as soon as it is used, so that the session can be found and played again
/// wherever it ends. Each folder is locked while the session is kept.
final class SessionHead: Sendable {
  private struct Content {
    var record: SessionRecord
    /// Profiles that took over, by their numbers.
    var laterProfiles: [Int: Profile] = [:]
    /// Sounds of scores, by their numbers.
    var sounds: [Int: KeptSound] = [:]
    /// Folders that hold a part of the session.
    var folders: [SessionFolder]
    /// Additions are not written yet.
    var isChanged = false
    /// Not all of it could be written.
    var isIncomplete = false
  }

  private let profile: Profile
  private let places: SessionPlaces
  private let content: Mutex<Content>
  private let locks: Mutex<[SessionLock]>

  /// Writes it into the first of `places`, in which the session begins.
  init(_ record: SessionRecord, profile: Profile, in places: SessionPlaces) throws {
    let folder = places.first
    self.profile = profile
    self.places = places
    let content = Content(record: record, folders: [folder])
    locks = Mutex([SessionLock(folder)].compactMap(\.self))
    try Self.write(content, profile, places, into: folder)
    self.content = Mutex(content)
  }

  /// Adds a profile that takes over; written by ``drain()``.
  func add(_ profile: Profile, number: Int) {
    content.withLock { ($0.laterProfiles[number], $0.isChanged) = (profile, true) }
  }

  /// Adds a sound of a score; written by ``drain()``.
  func add(_ sound: KeptSound, number: Int) {
    content.withLock { content in
      guard content.sounds[number] == nil else { return }
      (content.sounds[number], content.isChanged) = (sound, true)
    }
  }

  /// Writes additions. For the disk's thread.
  func drain() {
    let changed = content.withLock { content in
      defer { content.isChanged = false }
      return content.isChanged ? content : nil
    }
    guard let changed else { return }
    for folder in changed.folders { write(changed, into: folder) }
  }

  /// Makes the folder of a file where the session continues, and the files that make it a session.
  /// For disks' threads.
  func prepare(_ path: String) {
    FallbackPlaces.makeFolder(of: path)
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = SessionFolder(path: String(path[..<slash]))
    let current = content.withLock { content in
      if !content.folders.contains(folder) { content.folders.append(folder) }
      return content
    }
    lock(folder)
    guard !folder.exists else { return }
    write(current, into: folder)
  }

  /// Locks a folder, unless it is.
  private func lock(_ folder: SessionFolder) {
    guard !locks.withLock({ $0 }).contains(where: { $0.holds(folder) }),
      let lock = SessionLock(folder)
    else { return }
    locks.withLock { $0.append(lock) }
  }

  /// The session is kept no longer.
  func release() { locks.withLock { $0 = [] } }

  /// Not all of it is in every folder that holds a part of the session.
  var isIncomplete: Bool { content.withLock { $0.isIncomplete } }

  private func inFolders(_ body: (SessionFolder) throws -> Void) throws {
    let outcomes = content.withLock(\.folders).map { folder in Result { try body(folder) } }
    guard !outcomes.contains(where: { (try? $0.get()) != nil }) else { return }
    try outcomes.first?.get()
  }

  /// Writes the session's final record into each folder that holds a part of it; throws the first
  /// failure if all fail.
  func write(_ record: SessionRecord, _ midiFile: StandardMIDIFile) throws {
    try inFolders { folder throws in
      try midiFile.write(to: folder.midiPath)
      try record.write(folder, among: places)
    }
  }

  private func write(_ content: Content, into folder: SessionFolder) {
    do { try Self.write(content, profile, places, into: folder) } catch {
      self.content.withLock { $0.isIncomplete = true }
    }
  }

  private static func write(
    _ content: Content, _ profile: Profile, _ places: SessionPlaces, into folder: SessionFolder
  ) throws {
    try content.record.write(folder, among: places)
    if !content.record.isGeneralProfile {
      try ProfileFile.write(profile, path: folder.profilePath, isOverwriting: true)
    }
    for (number, profile) in content.laterProfiles {
      let path = folder.profilePath(number: number)
      guard !folder.holds(path) else { continue }
      try ProfileFile.write(profile, path: path, isOverwriting: true)
    }
    for (number, sound) in content.sounds {
      let path = folder.objectSoundPath(number: number)
      guard !folder.holds(path) else { continue }
      var writer = try SoundFileWriter(
        path: path, sampleRateHz: content.record.sampleRateHz, channelCount: sound.channelCount,
        isOverwriting: true)
      try writer.write(sound.samples)
      try writer.finish()
    }
    let descriptor = open(FileNames.exactPath(folder.path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension SessionRecord {
  /// Writes it into one of `places`, and which of them that is.
  fileprivate func write(_ folder: SessionFolder, among places: SessionPlaces) throws {
    var record = self
    record.place = places.place(of: folder)
    try record.write(folder)
  }
}
