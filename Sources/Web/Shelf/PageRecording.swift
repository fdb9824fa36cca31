// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import SoundFiles

/// A recording in the list.
struct PageRecording: Encodable, Sendable {
  let name: String
  /// When it was last written to, in ISO 8601.
  let endedAt: String
  let bytes: Int
  /// Nil if the file cannot be read.
  let seconds: Double?
  let isBeingRecorded: Bool

  init(_ item: ShelfItem, _ status: stat, path: String) {
    (name, bytes) = (item.name, Int(status.st_size))
    endedAt = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)).formatted(.iso8601)
    isBeingRecorded = SoundFileRepair.isBeingWritten(path: path)
    seconds = try? Self.seconds(path)
  }

  private static func seconds(_ path: String) throws(SoundFileError) -> Double {
    let file = try SoundFileReader(path: path)
    return Double(file.frameCount) / Double(max(1, file.sampleRateHz))
  }
}

/// A session or a recording in the bin.
struct PageBinned: Encodable, Sendable {
  let kind: ShelfItem.Kind
  let name: String
}

/// All that a player has kept.
struct PageShelfLists: Encodable, Sendable {
  let sessions: [PageSession]
  let recordings: [PageRecording]
  let bin: [PageBinned]
  /// How many more are in the bin than are listed.
  let binMore: Int
}

/// The name of what was renamed or moved.
struct PageName: Encodable, Sendable { let name: String }
