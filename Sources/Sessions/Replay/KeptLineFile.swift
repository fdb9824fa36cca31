// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import Profiles
import ErrorAdvice
import Storage

/// A file of a session with one JSON object a line.
enum KeptLineFile {
  /// A file too large for a session is an error; a missing one is not.
  static func checkSize(
    _ path: String, atMost most: Int = Limits.sessionTextBytes
  ) throws(SessionError) {
    var status = stat()
    guard stat(FileNames.systemPath(path), &status) == 0, status.st_size > most else { return }
    throw SessionError(
      .broken, "read '\(path)'",
      reason: "it has more than \(most >> 20) MB, the limit of a session's text",
      advice: "put it back as it was written")
  }

  /// The objects in order; a last line that was cut off is left out.
  static func read<Line: Decodable>(
    _ type: Line.Type, path: String
  ) throws(SessionError) -> [Line] {
    try checkSize(path)
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      let text = try RegularFile.bytes(path)
      var lines = text.split(separator: UInt8(ascii: "\n"))
      if text.last != UInt8(ascii: "\n") { lines = lines.dropLast() }
      return try lines.map { try decoder.decode(type, from: Data($0)) }
    } catch {
      throw SessionError(
        .broken, "read '\(path)'", reason: ProfileFile.reason(error),
        advice: "the session's sound is whole all the same: \(.render(path: "microphone.wav"))")
    }
  }
}
