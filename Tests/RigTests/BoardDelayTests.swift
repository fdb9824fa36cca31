// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// From a voltage at a board's pin to the drum that leaves through ALSA: `flam play --board` as a whole.
@Suite(
  .serialized, .waiting,
  .enabled(
    if: Rig.missing == nil && SimulatedBoard.missing == nil,
    Comment(rawValue: Rig.missing ?? SimulatedBoard.missing ?? "")))
struct BoardDelayTests {
  /// What `flam play --json --events` prints of a note, as far as it is needed here.
  private struct Reported: Decodable {
    let event: String
    let source: String?
    let action: String?
    let pad: String?
    let askedFrame: Int?
    let startFrame: Int?
  }

  /// By the end of these the host has measured the board's clock by its answers.
  private static let firstStrikes = 15
  private static let strikeCount = firstStrikes + 60
  /// So many are printed, after the first ones.
  private static let judgedCount = 30
  private static let takeSeconds = 24.0

  /// The simulated player, and its times by the machine's clock: the strikes, and a sign on a
  /// silent pad after each.
  private final class Striker: @unchecked Sendable {
    let board: SimulatedBoard
    /// The log of its work.
    private let folder: TemporaryFolder
    private(set) var struckSeconds: [Double] = []
    private(set) var signSeconds: [Double] = []
    private let isDone = DispatchSemaphore(value: 0)

    init(_ board: SimulatedBoard, in folder: TemporaryFolder) {
      (self.board, self.folder) = (board, folder)
    }

    /// Works at the same time as the test.
    func start(count: Int) {
      Thread.detachNewThread {
        try? self.strike(count: count)
        self.isDone.signal()
      }
    }

    /// Returns once it is done.
    func wait() { isDone.wait() }

    /// Strikes at all strengths, on two pads in turn, once the board is connected. This is a player's own time, on which
    /// nothing waits: 0.2 s and a little from one strike to the next, so that each falls elsewhere between the board's
    /// answers.
    private func strike(count: Int) throws {
      guard board.shows("pin 13 0") else { return }
      let uneven = Signal.noise(count: count, amplitude: 0.015, seed: 9)
      for index in 0..<count {
        let volts = 1 + Double(index % 9) / 2
        let struck = Self.now
        struckSeconds.append(struck)
        try board.happens("strike \(index % 2) \(volts) \(1 + Double(index % 5) / 2)")
        // By then it is printed.
        Self.rest(until: struck + 0.015)
        signSeconds.append(Self.now)
        try board.happens("strike 5 0.01 1")
        Self.rest(until: struck + 0.2 + Double(uneven[index]))
      }
    }

    private static func rest(until seconds: Double) {
      var time = timespec()
      time.tv_sec = Int(seconds)
      time.tv_nsec = Int(1e9 * (seconds - seconds.rounded(.down)))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    /// For each strike whether the board's time was that of the machine, before and after it.
    var wasOnTime: [Bool] {
      func lateness(_ asked: [Double], _ lines: [SimulatedBoard.Line]) -> [Double] {
        zip(asked, lines).map { $0 - $1.seconds }
      }
      let before = lateness(struckSeconds, board.strikes)
      let after = lateness(signSeconds, board.lines("strike 5"))
      return zip(before, after).map { max($0, $1) < 0.0005 }
    }

    private static var now: Double {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }
  }

  private func record() throws -> (Rig.Recording, Striker) {
    let folder = TemporaryFolder()
    let kit = try ShortKit.write(in: folder.path)
    let board = try SimulatedBoard(at: "\(folder.path)/board", in: folder)
    folder.write(
      text: """
        {"port": "\(board.port)", "lights": [{"pin": "13", "shows": "xrun"}],
         "pads": [{"input": "A0", "plays": "kick"}, {"input": "A1", "plays": "snare"}]}
        """, to: "board.json")
    let silence = Signal.noise(
      count: Int(Self.takeSeconds * 48_000), amplitude: 0.0001, seed: 5)
    let striker = Striker(board, in: folder)
    striker.start(count: Self.strikeCount)
    let recording = try Rig.run(
      take: silence, Rig.Setting(),
      command: Rig.flam(
        "play", "--period", "64", "--json", "--events", "--kit", kit, "--board",
        "\(folder.path)/board.json"))
    striker.wait()
    return (recording, striker)
  }

  @Test("each strike on a board is one drum, its own, and the time stamps take off the jitter")
  func strikes() throws {
    let (recording, striker) = try record()
    let lines = striker.board.strikes
    let notes = try recording.lines(Reported.self).filter {
      $0.event == "note" && $0.source == "board" && $0.action == "on"
    }
    #expect(lines.count == Self.strikeCount)
    try #require(notes.count == lines.count)
    #expect(notes.map(\.pad) == lines.indices.map { $0 % 2 == 0 ? "kick" : "snare" })
    let rate = Double(recording.setting.rateHz)
    /// In milliseconds from the voltage to a frame, up to a constant.
    func delays(_ frame: (Reported) -> Int?) -> [Double] {
      zip(zip(lines, notes), striker.wasOnTime).dropFirst(Self.firstStrikes)
        .compactMap { struck, wasOnTime in
          wasOnTime ? frame(struck.1).map { 1000 * (Double($0) / rate - struck.0.seconds) } : nil
        }
    }
    let (takenUp, played) = (delays(\.askedFrame), delays(\.startFrame))
    guard played.count >= Self.judgedCount, !recording.isDisturbed else {
      try Judgement.leaveOut("all heard once; jitter: \(recording.machine)")
    }
    Judgement.count(1, of: 1, else: "")
    let (before, after) = (Self.jitter(takenUp), Self.jitter(played))
    let text = String(format: "%.3f ms as they come, %.3f ms as they play", before, after)
    print("rig, board to drum: jitter \(text), the median of \(played.count) strikes")
    #expect(after < before)
  }

  /// By how much delays differ from the middle of their neighbours, at the median: the clock of the rig's card is not that of
  /// the machine, and slips if the machine is late.
  private static func jitter(_ delays: [Double]) -> Double {
    let from = delays.indices.dropFirst().dropLast()
    let offsets = from.map { abs(delays[$0] - (delays[$0 - 1] + delays[$0 + 1]) / 2) }.sorted()
    return offsets[offsets.count / 2]
  }
}

extension SimulatedBoard {
  /// Those that are meant to be heard.
  fileprivate var strikes: [Line] { lines("strike").filter { !$0.words.hasPrefix("strike 5") } }
}
