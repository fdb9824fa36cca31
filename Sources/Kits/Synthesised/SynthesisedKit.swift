// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis
import Glibc
import Storage

/// A kit that Flam synthesises from models when it is first played, and keeps in the cache. Nothing of it is installed.
///
/// The cache holds it whole or not at all. A list of the hashes of its files shows if it is intact. A damaged kit is made
/// again, and so is one from models of an earlier version.
public struct SynthesisedKit: Sendable {
  /// The name to choose it by.
  public let name: String
  /// A title for people.
  public let title: String
  /// The place of its SFZ file.
  public let path: String
  private let kit: DrumKit
  private let cache: String
  private var folder: String { Folder.holding(path) }

  private static let list = "made"

  /// All of them, in the person's own cache.
  static func all(cache: String) -> [SynthesisedKit] {
    DrumKit.madeOnDemand.map { SynthesisedKit($0, cache: cache) }
  }

  /// The kit whose file is at `path`, in the person's own cache; nil if that is none of these kits.
  static func at(_ path: String) -> SynthesisedKit? {
    all(cache: KitArchive.cacheFolder).first { $0.path == path }
  }

  private init(_ kit: DrumKit, cache: String) {
    (self.kit, self.cache) = (kit, cache)
    (name, title) = (kit.name, kit.title)
    path = "\(cache)/\(kit.name)-made\(DrumKit.version)/\(kit.name).sfz"
  }

  /// Whether it is there, unchanged since it was made.
  public var isMade: Bool {
    guard let kept = try? TextFile.bytes(path: "\(folder)/\(Self.list)") else { return false }
    return Self.hashes(in: folder).map { Array($0.utf8) == kept } ?? false
  }

  /// Makes it, if that has not been done.
  ///
  /// - Parameter isWanted: Receives the progress, 0...1; false stops the work and removes what was
  ///   made.
  public func make(isWanted: (Double) -> Bool = { _ in true }) throws(KitError) {
    var isGivenUp = false
    do throws(SystemError) {
      try PrivateFolder.make(cache)
      guard !isMade else { return }
      UnfinishedFolder.clean(Folder.names(cache), in: cache, remove: Folder.remove)
      let unfinished = try UnfinishedFolder(for: folder)
      defer { Folder.remove(unfinished.path) }
      try render(into: unfinished.path) { share throws(OutputError) in
        isGivenUp = !isWanted(share)
        if isGivenUp { throw OutputError(path: path, reason: LoadingProgress.givenUpReason) }
      }
      // Another program may have made it meanwhile.
      guard !isMade else { return }
      Folder.remove(folder)
      removeEarlierVersions()
      guard rename(FileNames.exactPath(unfinished.path), FileNames.exactPath(folder)) == 0 || isMade
      else { throw .last }
    } catch {
      if isGivenUp {
        throw KitError(
          .unreadable, kit: name, reason: LoadingProgress.givenUpReason, advice: "try again")
      }
      throw KitError(
        .unreadable, kit: name, reason: "cannot make it in '\(cache)': \(error)",
        advice: "set XDG_CACHE_HOME to a folder of your own that has room")
    }
  }

  private func render(
    into folder: String, report: (Double) throws(OutputError) -> Void
  ) throws(SystemError) {
    var done = 0
    do throws(OutputError) {
      try KitWriter(kit, folder: folder).write { _ throws(OutputError) in
        done += 1
        try report(Double(done) / Double(kit.pads.count))
      }
    } catch {
      throw SystemError(code: EIO, reason: error.reason)
    }
    guard let hashes = Self.hashes(in: folder) else { throw .last }
    try WholeFile.write(Array(hashes.utf8), to: "\(folder)/\(Self.list)")
  }

  private func removeEarlierVersions() {
    for other in Folder.names(cache)
    where other.hasPrefix("\(name)-made") && !"\(cache)/\(other)".hasPrefix(folder) {
      Folder.remove("\(cache)/\(other)")
    }
  }

  /// One line for each file of the kit; nil if one of them cannot be read.
  private static func hashes(in folder: String) -> String? {
    var lines = ""
    for name in Folder.names(folder) where name != list {
      let path = "\(folder)/\(name)"
      let inside = Folder.exists(path) ? Folder.names(path).map { "\(name)/\($0)" } : [name]
      for file in inside {
        guard let hash = SHA256.hash(ofFile: "\(folder)/\(file)") else { return nil }
        lines += "\(hash)  \(file)\n"
      }
    }
    return lines
  }
}
