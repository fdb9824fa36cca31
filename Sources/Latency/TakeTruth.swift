// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// The true hits of a take, from the table beside it.
public enum TakeTruth {
  /// Frames at which the taps of `TAKE.flac` (or another ending) begin, from the column `frame` of `TAKE.csv`; nil
  /// where there is no such table.
  public static func onsetFrames(ofTake path: String) -> [Int]? {
    guard let dot = path.lastIndex(of: "."),
      let bytes = try? RegularFile.bytes(path[..<dot] + ".csv"),
      let table = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let rows = table.split(separator: "\n").map { $0.split(separator: ",") }
    guard let column = rows.first?.firstIndex(of: "frame") else { return nil }
    return rows.dropFirst().compactMap { $0.indices.contains(column) ? Int($0[column]) : nil }
  }
}
