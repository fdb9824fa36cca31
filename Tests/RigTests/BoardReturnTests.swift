// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// `flam play --board` as a whole, whose board goes and comes, or that goes itself. It plays a take: no sound card is needed.
@Suite(
  .serialized, .waiting,
  .enabled(
    if: SimulatedBoard.missing == nil, Comment(rawValue: SimulatedBoard.missing ?? "")))
struct BoardReturnTests {
  /// How often the board is pulled; FLAM_BOARD_PULLS=100 for all of it.
  private static let pullCount =
    ProcessInfo.processInfo.environment["FLAM_BOARD_PULLS"].flatMap(Int.init) ?? 10

  private let folder = TemporaryFolder()
  private var port: String { "\(folder.path)/board" }

  /// How long a board waits for its host's sign of life.
  private static let patienceSeconds = 0.8

  /// Plays, records, and shows that on two pins.
  private func play() throws -> BoardPlay {
    try BoardPlay(
      table: """
        {"port": "\(port)", "pads": [{"input": "A0", "plays": "kick"}],
         "lights": [{"pin": "13", "shows": "recording"}, {"pin": "9", "shows": "recording"}]}
        """, in: folder)
  }

  @Test("a board that is pulled and returned again and again is back each time, and heard", .long)
  func returns() throws {
    var board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    try #require(playing.hasSaid(#""state":"connected""#, "triggers"))
    for round in 1...Self.pullCount {
      board.pull()
      // Some are back at once, some once they are missed, some once the tries have pauses.
      if round % 3 > 0 { try #require(playing.hasSaid(#""state":"lost""#), "round \(round)") }
      if round % 5 == 0 { try #require(playing.hasSaid("further attempts are not reported")) }
      board = try SimulatedBoard(at: port, in: folder)
      try #require(playing.hasSaid(#""state":"connected""#, "triggers"), "round \(round)")
      #expect(board.shows("pin 13 255"), "round \(round)")
      try board.happens("strike 0 3.5 2")
      try #require(
        playing.hasSaid(#""event":"note""#, #""source":"board""#), "round \(round)")
    }
    #expect(!playing.lines.contains { $0.contains(#""state":"troubled""#) })
  }

  @Test("outputs stay lit while a program plays, and are dark within a second of kill -9", .long)
  func killed() throws {
    let board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    try #require(board.shows("pin 13 255") && board.shows("pin 9 255"))
    // Three times as long as a board waits for a sign of life. A machine that is late may leave one out.
    let late = try SleepWatch.longestLateSeconds {
      try #require(playing.plays(frames: Int(3 * Self.patienceSeconds * 48_000)))
    }
    let isOnTime = late < Self.patienceSeconds / 2
    Judgement.count(isOnTime ? 1 : 0, of: 1, else: "the machine was late by \(late) s")
    if isOnTime { #expect(board.lines("pin 13 0").count == 1) }
    let before = try #require(try board.clock())
    playing.kill()
    // From here on the board's clock counts, whatever the machine does.
    let gone = try #require(try board.clock())
    #expect(board.shows("pin 13 0") && board.shows("pin 9 0"))
    let dark = ["pin 13 ", "pin 9 "].map { board.lines($0).last?.seconds ?? .infinity }
    print("board: dark \(dark.map { Int(1000 * ($0 - gone)) }) ms behind kill -9")
    #expect(dark.allSatisfy { $0 > before && $0 - gone < 1 })
  }

  @Test("lights are lit again after the program stood still, and dark meanwhile", .long)
  func standsStill() throws {
    let board = try SimulatedBoard(at: port, in: folder)
    let playing = try play()
    try #require(board.shows("pin 13 255"))
    playing.send(SIGSTOP)
    #expect(board.shows("pin 13 0"))
    playing.send(SIGCONT)
    #expect(board.shows("pin 13 255"))
  }
}
