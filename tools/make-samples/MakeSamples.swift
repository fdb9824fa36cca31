// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Renders everything in `Samples/`: the bundled kit and the takes of tapping.
@main
struct MakeSamples {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: make-samples FOLDER (writes FOLDER/kit and FOLDER/takes)", exitCode: 64)
    }
    let folder = CommandLine.arguments[1]
    do {
      try KitWriter(folder: "\(folder)/kit").write(drumKit)
      try TakeWriter(folder: "\(folder)/takes").write(takes)
    } catch {
      fail("\(error)", exitCode: 73)
    }
  }

  private static func fail(_ message: String, exitCode: Int32) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    exit(exitCode)
  }
}
