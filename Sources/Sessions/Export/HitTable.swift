// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Instrument
import Notation
import Storage

/// A table of hits as files of other kinds.
extension Array where Element == KeptHit {
  /// One JSON object a line, as `hits.jsonl` has them.
  public var jsonLines: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return compactMap { try? encoder.encode($0) }
      .map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  /// Comma-separated values (RFC 4180): when each hit begins, in seconds and in frames, its sound,
  /// its velocity, and the frame at which its drum begins. A name that a spreadsheet would take for
  /// a formula has an apostrophe before it.
  public func commaSeparated(sampleRateHz: Int) -> String {
    var text = "seconds,frame,sound,velocity,startFrame\r\n"
    for hit in self {
      let microseconds = (1e6 * Double(hit.frame) / Double(sampleRateHz)).rounded() / 1e6
      text +=
        "\(microseconds),\(hit.frame),\(Self.field(hit.sound ?? "")),\(hit.velocity),"
        + (hit.startFrame.map(String.init) ?? "") + "\r\n"
    }
    return text
  }

  private static func field(_ name: String) -> String {
    let isFormula = name.first.map { "=+-@\t\r".contains($0) } ?? false
    let text = (isFormula ? "'" : "") + name
    guard text.contains(where: { ",\"\r\n".contains($0) }) || text.contains("\r\n") else {
      return text
    }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// Notes as they were heard, as `hits.mid` has them.
  ///
  /// - Parameters:
  ///   - roles: The drum of each sound.
  ///   - click: The metronome to which they were played; nil for none.
  public func midiFile(
    roles: [String: PadRole], click: HeardClick? = nil, sampleRateHz: Int
  ) -> StandardMIDIFile {
    var music = SessionMusic(roles, sampleRateHz: sampleRateHz)
    music.click = click
    for hit in self { music.add(hit) }
    return music.midiFile
  }

  /// Writes ``jsonLines``, whole or not at all.
  public func write(to path: String) throws(SessionError) {
    do throws(SystemError) { try WholeFile.write(jsonLines.utf8, to: path) } catch {
      throw SessionError(
        .interrupted, "write '\(path)'", reason: "\(error)", advice: "free some space")
    }
  }
}
