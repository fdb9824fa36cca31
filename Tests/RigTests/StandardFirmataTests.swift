// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam play --board` with StandardFirmata itself: a firmware that is not ours, on the simulated board.
@Suite(
  .serialized,
  .enabled(
    if: SimulatedBoard.missing == nil && SimulatedBoard.standardFirmata != nil,
    "tools/pads/test --standard-firmata builds it"))
struct StandardFirmataTests {
  private let folder = TemporaryFolder()

  @Test("a servo turns while something is recorded, and back; a light shines, and a pedal is heard")
  func plays() throws {
    let board = try SimulatedBoard(
      at: "\(folder.path)/board", running: SimulatedBoard.standardFirmata, in: folder)
    folder.write(
      text: """
        {"port": "\(board.port)", "bitsPerSecond": 57600,
         "pedal": {"input": "A5", "closed": 80, "open": 900},
         "lights": [{"pin": "9", "shows": "recording", "servo": {"restDegrees": 0, "fullDegrees": 180}},
                    {"pin": "13", "shows": "recording"}]}
        """, to: "board.json")
    let take = Signal.noise(count: 48_000, amplitude: 0.0001, seed: 5)
    try Rig.SoundFile.write(take, rateHz: 48_000, to: "\(folder.path)/take.wav")
    let playing = try Program.start(
      Program.product("flam"),
      [
        "play", "--take", "take.wav", "--loop", "--kit", try ShortKit.write(in: folder.path),
        "--record", "out.wav", "--board", "board.json", "--json", "--events",
      ],
      environment: [
        "ALSA_CONFIG_PATH": "/dev/null", "HOME": folder.path, "PATH": "/usr/bin:/bin",
        "SWIFT_BACKTRACE": "enable=no",
      ], in: folder)
    defer { playing.send(SIGKILL) }
    // Before that it blinks its version.
    for _ in 0..<4000 where !playing.output.contains(#""state":"connected""#) { usleep(5000) }
    for _ in 0..<1000 where board.lines("pin 9").count < 40 { usleep(5000) }
    #expect(board.lines("pin 13").last?.words == "pin 13 255")
    // Outputs are looked at every 100 µs.
    #expect(abs(try pulseMicroseconds(board) - 2400) <= 100)
    for volts in [4.5, 4.5, 0.2] {
      try board.happens("volts 5 \(volts)")
      usleep(300_000)
    }
    for _ in 0..<1000 where !playing.output.contains(#""source":"board""#) { usleep(5000) }
    #expect(playing.output.contains(#""source":"board""#))
    playing.send(SIGINT)
    _ = playing.wait()
    for _ in 0..<1000 where board.lines("pin 13").last?.words != "pin 13 0" { usleep(5000) }
    #expect(board.lines("pin 13").last?.words == "pin 13 0")
  }

  /// How long pin 9 is high, at the median of the last pulses.
  private func pulseMicroseconds(_ board: SimulatedBoard) throws -> Double {
    let lines = board.lines("pin 9")
    let pulses = zip(lines, lines.dropFirst()).filter {
      $0.words == "pin 9 255" && $1.words == "pin 9 0"
    }
    .map { 1e6 * ($1.seconds - $0.seconds) }.suffix(20).sorted()
    return try #require(pulses.isEmpty ? nil : pulses[pulses.count / 2])
  }
}
