// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import ErrorAdvice
import Storage

/// Why a table of boards cannot be read.
public struct BoardTableError: AdvisedError, Equatable {
  /// The file.
  public let path: String
  /// The cause.
  public let reason: String

  /// What was attempted, on what, and why it failed.
  public var problem: String { "cannot read the table of a board '\(path)': \(reason)" }
  /// What to do next.
  public var advice: Advice { "fix it as docs/boards.md describes" }
}

extension BoardTable {
  /// Reads the table at `path`.
  public static func read(path: String) throws(BoardTableError) -> BoardTable {
    let table: BoardTable
    do {
      let bytes = try RegularFile.bytes(path, atMost: Limits.boardTableBytes)
      table = try JSONDecoder().decode(BoardTable.self, from: Data(bytes))
    } catch {
      throw BoardTableError(path: path, reason: words(error))
    }
    if let reason = table.fault { throw BoardTableError(path: path, reason: reason) }
    return table
  }

  /// Saves a change to a pad. Other changes that a person has made to the file stay.
  public static func keep(
    _ change: EngineCommand.Trigger, path: String
  ) throws(BoardTableError) {
    var table = try read(path: path)
    let input = change.input.lowercased()
    guard let place = table.pads.firstIndex(where: { $0.input.lowercased() == input }) else {
      throw BoardTableError(path: path, reason: "it has no pad '\(change.input)' any more")
    }
    if let fault = table.pads[place].set(change) {
      throw BoardTableError(path: path, reason: fault)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { try WholeFile.write(encoder.encode(table), to: path) } catch {
      throw BoardTableError(path: path, reason: "the setting cannot be saved: \(error)")
    }
  }

  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty
        ? ""
        : " at \(path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: "."))"
    }
    return switch error {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "unexpected value\(place(context.codingPath))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "unknown choice\(place(context.codingPath))"
    @unknown default: "\(error)"
    }
  }
}
