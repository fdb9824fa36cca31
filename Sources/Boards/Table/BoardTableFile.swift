// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Remedies
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
  public var advice: Advice { "mend it as docs/boards.md tells" }
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

  /// What is out of range; nil where nothing is.
  var fault: String? {
    func outside(_ value: Double, _ range: ClosedRange<Double>, _ name: String) -> String? {
      range.contains(value)
        ? nil : "\(name) \(value) is not \(range.lowerBound) to \(range.upperBound)"
    }
    var faults: [String?] = [
      bitsPerSecond.flatMap { outside(Double($0), 1200...4_000_000, "bitsPerSecond") },
      pads.count > 6 ? "there are \(pads.count) pads, and a board has 6" : nil,
    ]
    for pad in pads {
      let longest = 0...1638.3
      faults += [
        outside(pad.sensitivity, 0...100, "sensitivity"),
        outside(pad.thresholdPercent, 0.01...100, "thresholdPercent"),
        outside(pad.scanMilliseconds, longest, "scanMilliseconds"),
        outside(pad.maskMilliseconds, longest, "maskMilliseconds"),
        outside(pad.retriggerMilliseconds, longest, "retriggerMilliseconds"),
        outside(pad.crosstalkPercent, 0...100, "crosstalkPercent"),
      ]
    }
    if let pedal {
      faults += [
        outside(Double(pedal.closed), 0...1023, "closed"),
        outside(Double(pedal.open), 0...1023, "open"),
        pedal.closed == pedal.open ? "the pedal is closed and open at the same value" : nil,
      ]
    }
    for light in lights {
      for (name, value) in [
        ("milliseconds", light.milliseconds), ("maximumMilliseconds", light.maximumMilliseconds),
      ] {
        if let value { faults.append(outside(Double(value), 1...16383, name)) }
      }
    }
    return faults.compactMap { $0 }.first
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
      "there is something else than expected\(place(context.codingPath))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON"
    case .dataCorrupted(let context): "there is no such choice\(place(context.codingPath))"
    @unknown default: "\(error)"
    }
  }
}
