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

  @Test("a servo turns while something is recorded, and a light shines, which is dark in the end")
  func plays() throws {
    let board = try SimulatedBoard(
      at: "\(folder.path)/board", running: SimulatedBoard.standardFirmata, in: folder)
    let playing = try BoardPlay.start(
      table: """
        {"port": "\(board.port)", "bitsPerSecond": 57600,
         "lights": [{"pin": "9", "shows": "recording", "servo": {"restDegrees": 0, "fullDegrees": 180}},
                    {"pin": "13", "shows": "recording"}]}
        """, in: folder)
    defer { playing.send(SIGKILL) }
    // Before that it blinks its version.
    try #require(waits { playing.output.contains(#""state":"connected""#) })
    #expect(waits { board.lines("pin 13").last?.words == "pin 13 255" })
    // Long enough for twenty pulses of the servo at its end.
    usleep(1_000_000)
    // Outputs are looked at every 100 µs.
    #expect(abs(try pulseMicroseconds(board) - 2400) <= 100)
    playing.send(SIGINT)
    #expect(waits { board.lines("pin 13").last?.words == "pin 13 0" })
  }

  /// Whether something becomes so within 20 s.
  private func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      if isSo() { return true }
      usleep(20_000)
    }
    return false
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
