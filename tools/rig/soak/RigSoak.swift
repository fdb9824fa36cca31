// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Instrument
import Kits
import Profiles
import Simulation

/// Plays for long while all cores and the disk are kept busy and kits are loaded at the same time,
/// and judges the result.
///
///     rig-soak take FILE SECONDS   writes the taps that are to be heard
///     rig-soak play PERIOD SECONDS plays on the default devices until SIGINT
///
/// Ends with 2 if one in 10 000 blocks took half a period, a tap was lost without a pop, or our own
/// work made it pop.
@main struct RigSoak {
  /// 10⁴ taps in 30 minutes and some more, at a prime distance: they fall anywhere in a period.
  static let distanceFrames = 7993
  static let rateHz = 48_000

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.count == 3, arguments[0] == "take", let seconds = Int(arguments[2]) {
        try writeTake(to: arguments[1], seconds: seconds)
      } else if arguments.count == 3, arguments[0] == "play", let period = Int(arguments[1]),
        let seconds = Int(arguments[2])
      {
        let taps = (seconds * rateHz + distanceFrames / 2) / distanceFrames
        var soak = try Soak(periodFrames: period, playedTaps: taps)
        exit(try soak.run() ? 0 : 2)
      } else {
        fail(64, "usage: rig-soak take FILE SECONDS, or rig-soak play PERIOD SECONDS")
      }
    } catch {
      fail(69, "\(error)")
    }
  }

  private static func writeTake(to path: String, seconds: Int) throws {
    var file = try SoundFileWriter(path: path, sampleRateHz: rateHz, channelCount: 1)
    try file.write(Signal.taps(count: seconds * rateHz, everyFrames: distanceFrames))
    try file.commit()
  }

  /// A line on standard error.
  static func say(_ message: String) {
    let line = "rig-soak: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    say(message)
    exit(status)
  }
}
