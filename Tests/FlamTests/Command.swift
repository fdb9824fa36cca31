// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// The program as people run it: in a folder of its own, on a machine without a sound card.
struct Command {
  /// What came of a run.
  struct Outcome {
    let exitCode: Int32
    /// It ended by itself, not by a signal.
    let hasExited: Bool
    let output: String
    let errors: String

    /// Lines of standard error.
    var errorLines: [Substring] { errors.split(separator: "\n") }
    /// Standard output, a JSON object a line.
    func hits() throws -> [HeardHit] { try HeardHit.list(output) }
  }

  /// The program at work.
  final class Running {
    fileprivate let process = Process()
    fileprivate let logs: String

    fileprivate init(logs: String) { self.logs = logs }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// What has been written to standard output so far.
    var output: String { read("out") }

    func wait() -> Outcome {
      process.waitUntilExit()
      return Outcome(
        exitCode: process.terminationStatus, hasExited: process.terminationReason == .exit,
        output: output, errors: read("err"))
    }

    private func read(_ stream: String) -> String {
      (try? String(contentsOfFile: "\(logs).\(stream)", encoding: .utf8)) ?? ""
    }
  }

  /// Where it runs; relative paths are relative to it.
  let folder: TemporaryFolder

  init(in folder: TemporaryFolder) { self.folder = folder }

  /// The path of the program, beside the tests.
  static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "flam").path

  /// Runs `flam` to its end.
  func callAsFunction(_ arguments: String...) throws -> Outcome { try run(arguments) }

  /// Runs `flam` to its end.
  func run(_ arguments: [String]) throws -> Outcome { try start(arguments).wait() }

  /// Starts `flam`.
  func start(_ arguments: [String]) throws -> Running {
    try start(Self.executable, arguments)
  }

  /// Runs a line of the shell; `$FLAM` is the program.
  func shell(_ line: String) throws -> Outcome {
    try start("/bin/bash", ["-c", line]).wait()
  }

  private func start(_ program: String, _ arguments: [String]) throws -> Running {
    let running = Running(logs: "\(folder.path)/.log-\(UUID())")
    func log(_ stream: String) throws -> FileHandle {
      let path = "\(running.logs).\(stream)"
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return try FileHandle(forWritingTo: URL(filePath: path))
    }
    // No asound.conf, no devices: the same on every machine. No HOME but this folder.
    let environment = [
      "ALSA_CONFIG_PATH": "/dev/null", "HOME": folder.path, "FLAM": Self.executable,
      "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    running.process.executableURL = URL(filePath: program)
    running.process.arguments = arguments
    running.process.environment = environment
    running.process.currentDirectoryURL = URL(filePath: folder.path)
    running.process.standardInput = FileHandle.nullDevice
    running.process.standardOutput = try log("out")
    running.process.standardError = try log("err")
    try running.process.run()
    return running
  }
}

/// A hit as the program tells it, read by the keys of its contract.
struct HeardHit: Decodable, Equatable {
  struct Decision: Decodable, Equatable {
    let frame: Int
    let sound: String?
    let confidence: Double
    let velocity: Double
  }

  let hit: Int
  let frame: Int
  let seconds: Double
  let sound: String?
  let velocity: Double
  let peakDecibels: Double
  let decisions: [Decision]
  let startFrame: Int?

  /// The hits of a text with one JSON object a line.
  static func list(_ text: String) throws -> [HeardHit] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(HeardHit.self, from: Data($0.utf8))
    }
  }
}
