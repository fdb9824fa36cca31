// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import CRealtime
import Kits
import Simulation
import Web

/// The cost of the screen of `flam play`, and how soon it shows events: the program itself on a
/// terminal of 80 columns and 24 rows.
struct ScreenBenchmark {
  /// Of a core, for drawing.
  private static let mostShare = 0.02
  /// 99 of 100 strokes are drawn so soon after they were reported, in milliseconds.
  private static let mostMilliseconds = 30.0
  /// Until it plays, in seconds.
  private static let startSeconds = 4.0
  private static let (columns, rows): (UInt16, UInt16) = (80, 24)
  /// A drum that soon rings out, so that nothing else moves.
  private static let drum = "side-stick"

  let seconds: Int
  let strokeCount: Int

  func run() throws -> Bool {
    guard let take = KitLocator().takes.first else {
      print("screen: not measured: the bundled takes are not there")
      return false
    }
    let folder = TemporaryFolder()
    let share = try drawingSeconds(take, folder) / Double(seconds)
    print(
      "screen: a take in real time, \(seconds) s, \(Self.columns) × \(Self.rows): drawing takes \((100 * share).digits(2)) % of a core"
    )
    let delays = try strokeDelays(folder)
    func place(_ share: Double) -> Double {
      let sorted = delays.sorted()
      return sorted[Int(share * Double(sorted.count - 1))]
    }
    print(
      "  a stroke drawn after it was reported: p50 \(place(0.5).digits(1)) ms, p99 \(place(0.99).digits(1)) ms (\(delays.count) strokes)"
    )
    let isMet = share <= Self.mostShare && place(0.99) <= Self.mostMilliseconds
    print(
      "  target: drawing at most \(Int(100 * Self.mostShare)) % of a core, a stroke drawn within \(Int(Self.mostMilliseconds)) ms: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  /// The time of the thread that draws, once it plays.
  private func drawingSeconds(_ take: String, _ folder: TemporaryFolder) throws -> Double {
    let program = try play(["--take", take], folder)
    defer { program.end() }
    wait(seconds: Self.startSeconds)
    let before = program.firstThreadSeconds
    wait(seconds: Double(seconds))
    return program.firstThreadSeconds - before
  }

  private func play(_ options: [String], _ folder: TemporaryFolder) throws -> TerminalProgram {
    try TerminalProgram(
      Program.product("flam"),
      ["play", "--fresh", "--loop", "--record", "\(folder.path)/played.wav", "--force"] + options,
      columns: Self.columns, rows: Self.rows)
  }

  private func wait(seconds: Double) {
    rt_sleep_until(rt_now_nanoseconds() + Int64(seconds * 1e9))
  }

  /// From the note in a page's socket to the first byte that the terminal gets, in milliseconds.
  private func strokeDelays(_ folder: TemporaryFolder) throws -> [Double] {
    let silence = "\(folder.path)/silence.wav"
    var writer = try SoundFileWriter(path: silence, sampleRateHz: 48_000, channelCount: 1)
    try writer.write([Float](repeating: 0, count: 48_000))
    try writer.finish()
    let port = UInt16(20_000 + Int(rt_now_nanoseconds() / 1000) % 20_000)
    let program = try play(["--take", silence, "--web", "\(port)"], folder)
    defer { program.end() }
    var page: PageCaller?
    for _ in 0..<100 where page == nil {
      wait(seconds: 0.1)
      page = PageCaller.page(port: port, address: PageToken.kept().address(port: port))
    }
    guard let page else { throw TerminalProgram.Failure(description: "no page on port \(port)") }
    let notes = ReceivedNotes(page)
    var delays: [Double] = []
    for _ in 0..<strokeCount {
      for _ in 0..<300 where !program.isStill(milliseconds: 200) {
        wait(seconds: 0.02)
      }
      program.watch()
      let count = notes.count
      page.say(#"{"command":"note.on","pad":"\#(Self.drum)","velocity":0.3}"#)
      wait(seconds: 0.15)
      guard notes.count > count, let drawnAt = program.firstAt else { continue }
      delays.append(Double(drawnAt - notes.lastAt) / 1e6)
    }
    guard delays.count * 2 > strokeCount else {
      throw TerminalProgram.Failure(
        description: "\(delays.count) of \(strokeCount) strokes were drawn")
    }
    return delays
  }
}
