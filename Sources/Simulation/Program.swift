// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Other programs, run by tests.
public enum Program {
  /// What came of a run.
  public struct Outcome: Sendable {
    /// Its exit status, or the number of the signal that ended it.
    public let exitCode: Int32
    /// It ended by itself, not by a signal.
    public let hasExited: Bool
    /// What it wrote on standard output.
    public let output: String
    /// What it wrote on standard error.
    public let errors: String

    /// Lines of standard error.
    public var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// A program at work.
  public final class Running {
    private let process = Process()
    private let logs: String

    fileprivate init(
      _ path: String, _ arguments: [String], environment: [String: String], in folder: String
    ) throws {
      logs = "\(folder)/.log-\(UUID())"
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      // What AddressSanitizer is told holds for the programs of a test as well.
      let sanitizing = ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" }
      process.environment = environment.merging(sanitizing) { own, _ in own }
      process.currentDirectoryURL = URL(filePath: folder)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try log("out")
      process.standardError = try log("err")
      try Self.unblockingSignals { try process.run() }
    }

    /// A program inherits which signals are blocked, and threads of Dispatch block most: one that they start could not be ended.
    private static func unblockingSignals(_ start: () throws -> Void) rethrows {
      var (none, blocked) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &blocked)
      defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
      try start()
    }

    /// Its number among the processes.
    public var processID: Int32 { process.processIdentifier }

    /// Sends it a signal.
    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// What it has written on standard output so far.
    public var output: String { read("out") }

    /// Waits until it ends.
    public func wait() -> Outcome {
      process.waitUntilExit()
      return Outcome(
        exitCode: process.terminationStatus, hasExited: process.terminationReason == .exit,
        output: output, errors: read("err"))
    }

    private func log(_ stream: String) throws -> FileHandle {
      let path = "\(logs).\(stream)"
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return try FileHandle(forWritingTo: URL(filePath: path))
    }

    private func read(_ stream: String) -> String {
      (try? String(contentsOfFile: "\(logs).\(stream)", encoding: .utf8)) ?? ""
    }
  }

  /// The path of an executable of this package: beside the program that runs.
  public static func product(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of its environment.
  ///   - folder: Where it runs, and where it leaves what it writes on its standard streams.
  public static func start(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: TemporaryFolder
  ) throws -> Running {
    try Running(path, arguments, environment: environment, in: folder.path)
  }
}
