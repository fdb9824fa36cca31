// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Storage

/// The stored measurements: `~/.local/state/flam/latency.jsonl`, one JSON object a line.
///
/// A file that cannot be read is never overwritten: it is kept beside the new one, as
/// `latency.jsonl.bak`.
public struct MeasurementStore: Sendable {
  /// Why a measurement could not be saved.
  public struct Failure: Error, CustomStringConvertible {
    /// What was attempted, on what, why not.
    public let description: String
  }

  /// Older measurements are dropped.
  private static let mostMeasurements = 1000

  /// The path of the file.
  public let path: String

  /// Uses the state folder that `environment` names.
  public init(environment: [String: String] = BaseFolders.variables) {
    path = BaseFolders(environment: environment).state + "/flam/latency.jsonl"
  }

  /// The stored measurements, the oldest first; unreadable lines are left out.
  public var measurements: [StoredMeasurement] { read().measurements }

  /// The last measurement of what the devices of `setup` add to the buffers; nil if there is none.
  /// Negative values, which older versions could store, do not count.
  public func device(of setup: MeasuredSetup) -> StoredMeasurement? {
    measurements.last { $0.setup == setup && ($0.deviceMilliseconds ?? -1) >= 0 }
  }

  /// Adds a measurement.
  ///
  /// - Returns: A note for the player: that the file was damaged, and where it is kept.
  public func add(_ measurement: StoredMeasurement) throws(Failure) -> String? {
    let (kept, isDamaged) = read()
    do {
      if isDamaged { try keepDamaged() }
      let lines = try (kept + [measurement]).suffix(Self.mostMeasurements).map(Self.line)
      try WholeFile.write(
        (lines.joined(separator: "\n") + "\n").utf8, to: path, makingFolder: true)
    } catch {
      let reason = (error as? CocoaError)?.underlying.map { "\($0)" } ?? "\(error)"
      throw Failure(
        description: "cannot save the measurement in '\(path)': \(reason); "
          + "name a folder you may write to in XDG_STATE_HOME")
    }
    return isDamaged
      ? "'\(path)' was damaged. Flam kept what it could read; the damaged file is '\(path).bak'"
      : nil
  }

  private static func line(_ measurement: StoredMeasurement) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(measurement), as: UTF8.self)
  }

  private func keepDamaged() throws {
    try WholeFile.write(RegularFile.bytes(path), to: path + ".bak")
  }

  private func read() -> (measurements: [StoredMeasurement], isDamaged: Bool) {
    guard let data = try? Data(RegularFile.bytes(path)) else {
      return ([], FileSystem.exists(path))
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let read = lines.compactMap {
      try? JSONDecoder().decode(StoredMeasurement.self, from: Data($0.utf8))
    }
    return (read, read.count < lines.count)
  }
}
