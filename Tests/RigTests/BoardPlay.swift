// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// `flam play --board` that hears a take over and over and records: no sound card is needed.
enum BoardPlay {
  /// Starts it with the table of a board, as JSON.
  static func start(table: String, in folder: TemporaryFolder) throws -> Program.Running {
    folder.write(text: table, to: "board.json")
    let take = Signal.noise(count: 48_000, amplitude: 0.0001, seed: 5)
    try Rig.SoundFile.write(take, rateHz: 48_000, to: "\(folder.path)/take.wav")
    return try Program.start(
      Program.product("flam"),
      [
        "play", "--take", "take.wav", "--loop", "--kit", try ShortKit.write(in: folder.path),
        "--record", "out.wav", "--board", "board.json", "--json", "--events",
      ],
      environment: [
        "ALSA_CONFIG_PATH": "/dev/null", "HOME": folder.path, "PATH": "/usr/bin:/bin",
        "SWIFT_BACKTRACE": "enable=no",
      ], in: folder)
  }
}
