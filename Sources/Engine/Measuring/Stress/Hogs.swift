// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Keeps a machine busy: its cores and the disk of its temporary folder.
public final class Hogs: Sendable {
  private let processor = ProcessorHog()
  private let disk = DiskHog(folder: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")

  /// Starts them.
  public init() {}

  /// Ends them; waits for the processors, not for the disk.
  public func stop() {
    disk?.stop()
    processor.stop()
  }
}
