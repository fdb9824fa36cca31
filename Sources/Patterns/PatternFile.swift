// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice
import Notation
import Storage

/// A pattern or a song on disk: a tab or a Standard MIDI File.
public enum PatternFile {
  /// No pattern is larger.
  public static let mostBytes = 16 << 20

  /// No tab is larger.
  private static let mostTabBytes = 4 << 20

  /// Reads a file.
  ///
  /// - Parameter grooves: Names that could have been given in place of the path; an error lists them.
  public static func song(path: String, grooves: [String] = []) throws(PatternError) -> Song {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try RegularFile.bytes(path, atMost: mostBytes) } catch {
      throw PatternError(
        path, .file, "\(error)", expected: expectation(grooves), isUnreadable: true)
    }
    return try song(bytes, path: path)
  }

  /// Reads what stands in a file.
  public static func song(_ bytes: [UInt8], path: String) throws(PatternError) -> Song {
    let name = name(path)
    if bytes.starts(with: MIDIFileFormat.headerName.utf8) {
      return try Song(midi: bytes, path: path, name: name)
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw PatternError(
        path, .file, bytes.isEmpty ? "it is empty" : "it is no text, and no Standard MIDI File",
        expected: "give a tab or a MIDI file")
    }
    guard bytes.count <= mostTabBytes else {
      throw PatternError(
        path, .file, "it has more than \(mostTabBytes) bytes",
        expected: "write less; repeat with x4")
    }
    return try TabReader.song(String(decoding: bytes, as: UTF8.self), path: path, name: name)
  }

  private static func expectation(_ grooves: [String]) -> Advice {
    let files = "give the path of a tab or a MIDI file"
    guard !grooves.isEmpty else { return "\(files)" }
    return "\(files), or the name of a groove: \(grooves.joined(separator: ", "))"
  }

  /// "rock" of "grooves/rock.txt".
  private static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }
}
