// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Foundation

/// A message bus of a test's own: a real dbus-daemon, ended with it.
public final class PrivateBus {
  /// Where its daemon is; nil where it is not installed.
  public static let daemon = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Where to connect.
  public let address: String
  private let process = Process()
  private let folder = TemporaryFolder()

  /// Starts it, and waits until it listens.
  public init() throws {
    let output = Pipe()
    process.executableURL = URL(filePath: Self.daemon ?? "/usr/bin/dbus-daemon")
    process.arguments = [
      "--session", "--nofork", "--print-address", "--address=unix:path=\(folder.path)/bus",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    // Our threads have signals blocked, and so has what they start: it would not hear that it should end.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
