// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// Our pad firmware on a simulated board behind a pseudo-terminal: `tools/pads/board-sim`.
public final class SimulatedBoard {
  /// A line that it printed.
  public struct Line {
    /// The time of the line, by the monotonic clock.
    public let seconds: Double
    /// "pin 13 255", "strike 0 3.5 2".
    public let words: String
  }

  private static let built = URL(filePath: #filePath).appending(path: "../../../.build/pads")
    .standardized.path

  /// Why there is none on this machine; nil if there is one.
  public static let missing: String? =
    ["board-sim", "FlamPads.elf"].allSatisfy {
      FileManager.default.fileExists(atPath: "\(built)/\($0)")
    } ? nil : "the simulated board is not built; tools/pads/test builds it"

  /// The path of its line.
  public let port: String
  private let process: ChildProcess
  private let input = Pipe()
  private let outputPath: String

  /// StandardFirmata for it, if `tools/pads/test --standard-firmata` has built it.
  public static let standardFirmata: String? = {
    let path = "\(built)/standard-firmata/StandardFirmata.elf"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Plugs it in; its line is there when this returns.
  ///
  /// - Parameter firmware: Its firmware; nil for our own.
  public init(at port: String, running firmware: String? = nil, in folder: TemporaryFolder) throws {
    self.port = port
    outputPath = "\(folder.path)/board-\(UUID())"
    // A board must not be late on a busy machine; without permission for priority it runs like
    // others, and 'nice' reports it.
    process = try ChildProcess(
      "/usr/bin/nice",
      [
        "-n", "-10", "\(Self.built)/board-sim", "--port", port,
        firmware ?? "\(Self.built)/FlamPads.elf",
      ], input: .descriptor(input.fileHandleForReading.fileDescriptor),
      output: .file(outputPath), errors: .descriptor(STDERR_FILENO))
    _ = eventually { FileManager.default.fileExists(atPath: port) }
  }

  deinit { pull() }

  /// Something happens at its pins, now.
  public func happens(_ what: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("0 \(what)\n".utf8))
  }

  /// Its printed lines that begin with a word.
  public func lines(_ word: String) -> [Line] {
    let text = (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let microseconds = Double(parts[0]), parts[1].hasPrefix(word) else {
        return nil
      }
      return Line(seconds: 1e-6 * microseconds, words: String(parts[1]))
    }
  }

  /// Waits until it has printed a line; nil if it does not.
  public func wait(for words: String) -> Line? {
    var line: Line?
    _ = eventually {
      line = lines(words).last
      return line != nil
    }
    return line
  }

  /// Pulls it out: its line is gone.
  public func pull() {
    guard process.isRunning else { return }
    process.send(SIGKILL)
    process.wait()
    unlink(port)
  }
}
