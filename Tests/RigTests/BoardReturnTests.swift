// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam play --board` as a whole, whose board goes and comes, or that goes itself. It plays a take: no sound card is needed.
@Suite(
  .serialized,
  .enabled(
    if: SimulatedBoard.missing == nil, Comment(rawValue: SimulatedBoard.missing ?? "")))
struct BoardReturnTests {
  /// How often the board is pulled; FLAM_BOARD_PULLS=100 for all of it.
  private static let pullCount =
    ProcessInfo.processInfo.environment["FLAM_BOARD_PULLS"].flatMap(Int.init) ?? 10

  private let folder = TemporaryFolder()
  private var port: String { "\(folder.path)/board" }

  /// Plays, records, and shows that on two pins.
  private func play() throws -> Program.Running {
    try BoardPlay.start(
      table: """
        {"port": "\(port)", "pads": [{"input": "A0", "plays": "kick"}],
         "lights": [{"pin": "13", "shows": "recording"}, {"pin": "9", "shows": "recording"}]}
        """, in: folder)
  }

  /// Waits until it has told so many lines with all of the words; false where it does not.
  private func told(
    _ playing: Program.Running, _ count: Int, _ words: String..., seconds: Double = 20
  ) -> Bool {
    for _ in 0..<Int(50 * seconds) {
      let lines = playing.output.split(separator: "\n")
      if lines.count(where: { line in words.allSatisfy { line.contains($0) } }) >= count {
        return true
      }
      usleep(20_000)
    }
    return false
  }

  @Test("a board that is pulled and returned again and again is back each time, and heard", .long)
  func returns() throws {
    var board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    defer { playing.send(SIGKILL) }
    try #require(told(playing, 1, #""state":"connected""#))
    for round in 1...Self.pullCount {
      board.pull()
      // Some are away for longer than it is tried without a pause.
      usleep(UInt32(round % 5 == 0 ? 9_000_000 : round % 4 * 200_000))
      board = try SimulatedBoard(at: port, in: folder)
      #expect(told(playing, round + 1, #""state":"connected""#), "round \(round)")
      #expect(board.wait(for: "pin 13 255") != nil, "round \(round)")
      try board.happens("strike 0 3.5 2")
      #expect(told(playing, round, #""event":"note""#, #""source":"board""#), "round \(round)")
    }
    #expect(!playing.output.contains(#""state":"troubled""#))
  }

  @Test("outputs are dark within a second of kill -9", .long)
  func killed() throws {
    let board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    try #require(board.wait(for: "pin 13 255") != nil)
    try #require(board.wait(for: "pin 9 255") != nil)
    // It keeps what it shows as long as it is there.
    usleep(2_500_000)
    #expect(board.lines("pin 13 0").count == 1)
    // The board's clock, which is behind where the machine is busy.
    try board.happens("strike 5 0.01 1")
    let killed = try #require(board.wait(for: "strike 5")).seconds
    playing.send(SIGKILL)
    let dark = ["pin 13 0", "pin 9 0"].map { words -> Double in
      for _ in 0..<1000 where (board.lines(words).last?.seconds ?? 0) < killed { usleep(5000) }
      return (board.lines(words).last?.seconds ?? 0) - killed
    }
    print("board: dark \(dark.map { Int(1000 * $0) }) ms behind kill -9")
    #expect(dark.allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test("what is lit is lit again after the program stood still, and dark meanwhile", .long)
  func standsStill() throws {
    let board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    defer { playing.send(SIGKILL) }
    try #require(board.wait(for: "pin 13 255") != nil)
    playing.send(SIGSTOP)
    for _ in 0..<1000 where board.lines("pin 13").last?.words != "pin 13 0" { usleep(5000) }
    #expect(board.lines("pin 13").last?.words == "pin 13 0")
    playing.send(SIGCONT)
    for _ in 0..<1000 where board.lines("pin 13").last?.words != "pin 13 255" { usleep(5000) }
    #expect(board.lines("pin 13").last?.words == "pin 13 255")
  }
}
