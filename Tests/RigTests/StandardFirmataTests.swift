// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam play --board` with StandardFirmata itself: a firmware that is not ours, on the simulated board.
@Suite(
  .serialized, .waiting,
  .enabled(
    if: SimulatedBoard.missing == nil && SimulatedBoard.standardFirmata != nil,
    "tools/pads/test --standard-firmata builds it"))
struct StandardFirmataTests {
  private static let pulseCount = 20

  private let folder = TemporaryFolder()

  @Test("a servo turns during a recording, and a light shines, which is dark in the end")
  func plays() throws {
    let board = try SimulatedBoard(
      at: "\(folder.path)/board", running: SimulatedBoard.standardFirmata, in: folder)
    let playing = try BoardPlay(
      table: """
        {"port": "\(board.port)", "bitsPerSecond": 57600,
         "lights": [{"pin": "9", "shows": "recording", "servo": {"restDegrees": 0, "fullDegrees": 180}},
                    {"pin": "13", "shows": "recording"}]}
        """, in: folder)
    // Before that it blinks its version.
    try #require(playing.hasSaid(#""state":"connected""#))
    try #require(board.shows("pin 13 255"))
    let lit = board.lines("pin 13 ").last?.seconds ?? 0
    // Its first pulses may be those of its earlier position.
    try #require(eventually { pulses(board, from: lit).count >= 2 * Self.pulseCount })
    let turned = pulses(board, from: lit).suffix(Self.pulseCount).sorted()
    // Outputs are checked every 100 µs of the board's own time.
    #expect(abs(turned[turned.count / 2] - 2400) <= 100)
    playing.send(SIGINT)
    #expect(board.shows("pin 13 0"))
  }

  /// How long pin 9 was high each time since a moment, in microseconds of the board's own time.
  private func pulses(_ board: SimulatedBoard, from seconds: Double) -> [Double] {
    let lines = board.lines("pin 9 ").filter { $0.seconds >= seconds }
    return zip(lines, lines.dropFirst())
      .filter { $0.words == "pin 9 255" && $1.words == "pin 9 0" }
      .map { 1e6 * ($1.seconds - $0.seconds) }
  }
}
