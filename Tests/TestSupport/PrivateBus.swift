// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Foundation

/// A message bus of a test's own: a real dbus-daemon, ended with it.
public final class PrivateBus {
  /// Its daemon's path; nil if it is not installed.
  public static let daemon = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The address to connect to.
  public let address: String
  private let process: ChildProcess
  private let folder = TemporaryFolder()

  /// Starts it, and waits until it listens.
  public init() throws {
    let output = Pipe()
    process = try ChildProcess(
      Self.daemon ?? "/usr/bin/dbus-daemon",
      ["--session", "--nofork", "--print-address", "--address=unix:path=\(folder.path)/bus"],
      output: .descriptor(output.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
