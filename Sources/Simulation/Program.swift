// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Other programs, run by tests.
public enum Program {
  /// The outcome of a run.
  public struct Outcome: Sendable {
    /// Its exit status, or the number of the signal that ended it.
    public let exitCode: Int32
    /// It ended by itself, not by a signal.
    public let hasExited: Bool
    /// Its processor time.
    public let processorSeconds: Double
    /// Its standard output.
    public let output: String
    /// Its standard error.
    public let errors: String

    /// Lines of standard error.
    public var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// A running program. It is killed if no code waits for its end.
  public final class Running: Sendable {
    private let process: ChildProcess
    private let logs: String

    fileprivate init(
      _ path: String, _ arguments: [String], environment: [String: String], in folder: String
    ) throws {
      logs = "\(folder)/.log-\(UUID())"
      // AddressSanitizer's options also hold for the programs of a test.
      let sanitizing = ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" }
      process = try ChildProcess(
        path, arguments, environment: environment.merging(sanitizing) { own, _ in own }, in: folder,
        output: .file("\(logs).out"), errors: .file("\(logs).err"))
    }

    /// Its number among the processes.
    public var processID: Int32 { process.processID }

    /// Sends it a signal.
    public func send(_ signal: Int32) { process.send(signal) }

    /// Its standard output so far.
    public var output: String { read("out") }

    /// Waits until it ends.
    public func wait() -> Outcome {
      let ending = process.wait()
      return Outcome(
        exitCode: ending.code, hasExited: ending.hasExited,
        processorSeconds: ending.processorSeconds, output: output, errors: read("err"))
    }

    private func read(_ stream: String) -> String {
      (try? String(contentsOfFile: "\(logs).\(stream)", encoding: .utf8)) ?? ""
    }
  }

  /// The path of an executable of this package: next to the running program.
  public static func product(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of its environment.
  ///   - folder: Its working folder, which also gets the files of its standard streams.
  public static func start(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: TemporaryFolder
  ) throws -> Running {
    try Running(path, arguments, environment: environment, in: folder.path)
  }
}
