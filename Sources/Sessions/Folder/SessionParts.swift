// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Recording
import SoundFiles

/// A session that went on in another folder when its own failed, as one: its folders, and its files
/// one after the other.
public struct SessionParts: Sendable, Equatable {
  /// A session misses less at its end without a word, in seconds.
  public static let unnoticedSeconds = 0.05

  /// Its possible folders, in their order; nil for missing ones.
  private let places: [SessionFolder?]
  /// The folder in which it began, if that is missing and was not copied.
  public let missingBeginning: String?

  /// All of the session of which `folder` holds `record`.
  public init(_ folder: SessionFolder, _ record: SessionRecord) {
    guard let place = record.place, place.folders.indices.contains(place.number) else {
      (places, missingBeginning) = ([folder], nil)
      return
    }
    places = place.folders.enumerated().map { number, path in
      number == place.number ? folder : Self.folder(path, number, of: record)
    }
    let isCopied = folder.holds(RecordingFile.beside(folder.microphonePath, named: "before"))
    missingBeginning = places[0] != nil || isCopied ? nil : place.folders[0]
  }

  /// Its existing folders, in the order of use.
  public var folders: [SessionFolder] { places.compactMap(\.self) }

  /// A program keeps it at this moment, in whichever of its folders.
  public var isBeingPlayed: Bool { folders.contains(where: \.isBeingPlayed) }

  /// The strokes, or the calls of the loop, are missing.
  var isWithoutHistory: Bool { paths(\.hitsPath).isEmpty || paths(\.callsPath).isEmpty }

  /// The present files of a kind, in the order of their content. A file that was removed, and so
  /// copied next to its continuation, counts only as the copy if it was put back.
  public func paths(_ file: (SessionFolder) -> String) -> [String] {
    var held: [[String]] = []
    for folder in places {
      guard let folder else {
        held.append([])
        continue
      }
      let copy = RecordingFile.beside(file(folder), named: "before")
      if folder.holds(copy), !held.isEmpty { held[held.count - 1] = [] }
      held.append([copy, file(folder)].filter(folder.holds))
    }
    return held.flatMap(\.self)
  }

  /// The recording of the output.
  public func mix() throws(SoundFileError) -> SessionSound {
    try SessionSound(paths(\.mixPath), else: folders.last?.mixPath ?? "")
  }

  /// The recording of the input.
  func microphone() throws(SoundFileError) -> SessionSound {
    try SessionSound(paths(\.microphonePath), else: folders.last?.microphonePath ?? "")
  }

  /// The hits, as far as they were kept; a last line that a crash cut off is left out.
  func hits() throws(SessionError) -> [KeptHit] {
    var hits: [KeptHit] = []
    for path in paths(\.hitsPath) {
      hits += try HitFile.read(path: path, isWhole: false).map(\.hit)
    }
    return hits
  }

  /// A warning for people who use the session: that it lies in several folders, or that parts are
  /// missing; nil for none.
  public func warning(for record: SessionRecord) -> String? {
    let path = folders.first?.path ?? ""
    if let missingBeginning {
      return
        "'\(path)' is only the end of a session that began in '\(missingBeginning)', which is missing: this covers only its end"
    }
    if let seconds = record.outcome?.seconds, let held = try? mix().seconds,
      held < seconds - Self.unnoticedSeconds
    {
      return
        "'\(path)' holds the first \(Self.text(held)) of \(Self.text(seconds)) s of its session: the rest lies in another folder, "
        + "to which it went on, or is gone"
    }
    guard folders.count > 1 else { return nil }
    return "the session lies in "
      + folders.map { "'\($0.path)'" }.joined(separator: " and then in ") + ", and is taken as one"
  }

  private static func text(_ seconds: Double) -> String {
    "\((10 * seconds).rounded() / 10)"
  }

  /// Another folder of the same session; nil if it is not there.
  private static func folder(
    _ path: String, _ number: Int, of record: SessionRecord
  ) -> SessionFolder? {
    let other = SessionFolder(path: path)
    guard let there = try? SessionRecord.read(other), there.place?.number == number,
      there.startedAt == record.startedAt, there.settings == record.settings
    else { return nil }
    return other
  }
}
