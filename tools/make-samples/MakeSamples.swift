// SPDX-License-Identifier: GPL-3.0-or-later
import DrumSynthesis
import Glibc

/// Renders everything in `Samples/`: the bundled kit, the takes of tapping, the sounds of scores; or some pads alone, to hear a change.
@main
struct MakeSamples {
  static func main() {
    guard CommandLine.arguments.count >= 2 else {
      fail(
        "usage: make-samples FOLDER [PAD...] (writes FOLDER/kit, and FOLDER/takes and FOLDER/scores/sounds where no pad is named)",
        exitCode: 64)
    }
    let folder = CommandLine.arguments[1]
    let named = Set(CommandLine.arguments.dropFirst(2))
    do {
      try KitWriter(DrumKit.sticks, folder: "\(folder)/kit").write(only: named) { pad in
        print("\(pad.title): \(pad.layerTops.count) layers of \(pad.variations)")
      }
      if named.isEmpty {
        try TakeWriter(folder: "\(folder)/takes").write(takes)
        try ScoreSounds(folder: "\(folder)/scores/sounds").write()
      }
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
