// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Engine
import Foundation
import Instrument
import Sequencing
import Simulation
import TestSupport
import Testing
import TextScreen

@testable import Screen

@Suite(.simulated) struct ScreenPartsTests {
  private static func event(_ json: String) throws -> EngineEvent {
    try JSONDecoder().decode(EngineEvent.self, from: Data(json.utf8))
  }

  private static func hit(
    _ turn: String, id: Int, frame: Int, sound: String?, start: Int? = nil, refused: String? = nil
  ) throws -> EngineEvent {
    try event(
      """
      {"event":"hit.\(turn)","id":"\(id)","source":"microphone","frame":\(frame),"onsetFrame":0,
       "sound":\(sound.map { "\"\($0)\"" } ?? "null"),"velocity":0.5,"confidence":0.9
       \(start.map { ",\"startFrame\":\($0)" } ?? "")\(refused.map { ",\"refused\":\"\($0)\"" } ?? "")}
      """)
  }

  @Test("the settings of a board's pads are a list, each with the line that sets it")
  func triggers() throws {
    var pad = BoardTable.Pad(input: "A0", plays: "snare")
    pad.curve = .exp1
    let list = PickList.triggers([pad, BoardTable.Pad(input: "A1", plays: "kick")])
    #expect(list.items.count == 2 * TriggerSetting.allCases.count)
    let curve = try #require(list.items.first { $0.name == "A0 curve" })
    #expect(curve.detail == "exp1, plays snare")
    guard case .trigger(let line) = list.items[1].choice else {
      Issue.record("no setting")
      return
    }
    #expect(list.items[1].detail == "2.4 %, plays snare" && line == "board A0 threshold 2.4")
  }

  @Test("a hit is corrected if its drum had begun, and only then")
  func corrected() throws {
    var recent = RecentPlaying(EngineState())
    recent.take(inputPeak: 0.1, atSeconds: 0)
    recent.take(
      try Self.hit("begun", id: 1, frame: 100, sound: "kick", start: 200), atSeconds: 0,
      aheadFrames: 10)
    recent.take(
      try Self.hit("revised", id: 1, frame: 150, sound: "snare", start: 200), atSeconds: 0,
      aheadFrames: 10)
    #expect(recent.hits.map(\.sound) == ["snare"] && recent.hits[0].mark == .answered)
    #expect(recent.strokes["kick"] == nil && recent.strokes["snare"]?.velocity == 0.5)
    recent.take(
      try Self.hit("revised", id: 1, frame: 195, sound: "clap", start: 200), atSeconds: 0,
      aheadFrames: 10)
    #expect(recent.hits[0].first == "snare" && recent.hits[0].mark == .corrected)
    #expect(recent.trace.last?.mark == .corrected)
  }

  @Test("the tempo of even hits is shown with the second one; T counts it x2, /2, and as it was")
  func heardTempo() throws {
    var state = EngineState()
    state.apply(
      try Self.event(#"{"event":"devices","rateHz":48000,"periodFrames":64,"notes":[]}"#))
    var recent = RecentPlaying(state)
    var watch = TempoWatch()
    var answer = watch.countOtherwise()
    #expect(answer == "no tempo is heard yet: play some bars")
    func play(from first: Int, _ count: Int) throws {
      for number in first..<first + count {
        // Kick and snare in turns, at 100 beats a minute.
        recent.take(
          try Self.hit(
            "begun", id: number + 1, frame: 28_800 * number,
            sound: number % 2 == 0 ? "kick" : "snare", start: 28_800 * number + 300),
          atSeconds: 0.6 * Double(number), aheadFrames: 0)
      }
      watch.update(recent.hits, state, atSeconds: 0.6 * Double(first + count))
    }
    try play(from: 0, 24)
    let first = watch.text
    let counted = try #require(first.firstMatch(of: #/you play (\d+)/#).map { Int($0.1) } ?? nil)
    #expect([50, 100, 200].contains(counted) && first.hasSuffix("(T: x2, /2)"))
    #expect(first.contains(", or "), "the second tempo stands behind it")
    answer = watch.countOtherwise()
    #expect(answer.hasPrefix("you play \(2 * counted), or "))
    try play(from: 24, 12)
    #expect(watch.text.hasPrefix("you play \(2 * counted), or "), "it stays as it was chosen")
    answer = watch.countOtherwise()
    #expect(answer.hasPrefix("you play \(counted / 2), or "))
    answer = watch.countOtherwise()
    #expect(answer.hasPrefix("you play \(counted)"))
  }

  @Test("a withdrawn hit was never there, and a refused one is shown but lights no drum")
  func withdrawn() throws {
    var recent = RecentPlaying(EngineState())
    recent.take(inputPeak: 0.1, atSeconds: 0)
    recent.take(
      try Self.hit("begun", id: 1, frame: 100, sound: "kick"), atSeconds: 0, aheadFrames: 0)
    recent.take(
      try Self.hit("withdrawn", id: 1, frame: 120, sound: "kick"), atSeconds: 0, aheadFrames: 0)
    #expect(
      recent.hits.isEmpty && recent.strokes.isEmpty
        && recent.trace.last?.mark == RecentPlaying.Mark.none)
    recent.take(
      try Self.hit("refused", id: 2, frame: 300, sound: "kick", refused: "tooSoft"), atSeconds: 1,
      aheadFrames: 0)
    #expect(recent.hits.map(\.refused) == [.tooSoft] && recent.strokes.isEmpty)
    recent.take(
      try Self.hit("refused", id: 3, frame: 400, sound: nil, refused: "faint"), atSeconds: 2,
      aheadFrames: 0)
    #expect(recent.hits.count == 1, "what is faint stays off the screen")
    recent.take(
      try Self.hit("begun", id: 4, frame: 500, sound: "kick"), atSeconds: 3, aheadFrames: 0)
    recent.take(
      try Self.hit("withdrawn", id: 4, frame: 520, sound: "kick", refused: "precursor"),
      atSeconds: 3, aheadFrames: 0)
    #expect(recent.hits.map(\.refused) == [.tooSoft, .precursor] && recent.strokes.isEmpty)
  }

  @Test("a column of the trace is 50 ms, and holds the highest level")
  func trace() {
    var recent = RecentPlaying(EngineState())
    recent.take(inputPeak: 0.1, atSeconds: 0.01)
    recent.take(inputPeak: 1, atSeconds: 0.04)
    recent.take(inputPeak: 0.01, atSeconds: 0.11)
    #expect(recent.trace.map { $0.decibels.rounded() } == [0, -40, -40])
  }

  @Test("a microphone is dead only if nothing came in since the beginning")
  func dead() {
    var (silent, quiet) = (RecentPlaying(EngineState()), RecentPlaying(EngineState()))
    quiet.take(inputPeak: 0.01, atSeconds: 0)
    for second in 0..<4 { silent.take(inputPeak: 0, atSeconds: Double(second)) }
    #expect(!silent.isDead)
    for second in 4..<60 {
      silent.take(inputPeak: 5e-5, atSeconds: Double(second))
      quiet.take(inputPeak: 5e-5, atSeconds: Double(second))
    }
    #expect(silent.isDead && !quiet.isDead)
    silent.take(inputPeak: 2e-4, atSeconds: 60)
    #expect(!silent.isDead)
  }

  @Test("a list is narrowed down by typing")
  func list() {
    let names = ["flam", "GMRockKit", "TR808EmulationKit"]
    var list = PickList("Kit", names.map { .init(name: $0, detail: "", choice: $0) })
    for letter in "KIT" { _ = list.take(.letter(letter)) }
    #expect(list.shown.map(\.name) == ["GMRockKit", "TR808EmulationKit"])
    _ = list.take(.down)
    _ = list.take(.down)
    #expect(list.picked?.choice == "TR808EmulationKit")
    _ = list.take(.letter("x"))
    #expect(
      list.picked == nil && list.lines(rows: 9, columns: 40).last?.text.contains("nothing") == true)
    _ = list.take(.eraseLine)
    #expect(list.picked?.choice == "flam")
    let isTaken = list.take(.enter)
    #expect(!isTaken)
  }

  @Test("a list, a page and the mixer say that there is more")
  func more() throws {
    let names = (1...30).map { "kit \($0)" }
    var list = PickList("Kit", names.map { .init(name: $0, detail: "", choice: $0) })
    #expect(list.lines(rows: 12, columns: 40).last?.text == "  ↑ 0 above  ↓ 21 below")
    _ = list.take(.end)
    #expect(list.lines(rows: 12, columns: 40).last?.text == "  ↑ 21 above  ↓ 0 below")
    #expect(list.lines(rows: 12, columns: 40).count == 12)
    var page = ScreenPage(answer: names)
    #expect(page.shown(rows: 10, columns: 40).last?.text.contains("lines 1 to 9 of 30") == true)
    _ = page.take(.end)
    let end = page.shown(rows: 10, columns: 40)
    #expect(end.count == 10 && end[8].text == "  kit 30")
    #expect(page.shown(rows: 40, columns: 40).count == 30)
    let state = try SilentEngine().engine.state
    #expect(
      MixerBoard().lines(state, rows: 5, columns: 80).last?.text.hasSuffix(" below") == true)
  }

  @Test("a line of a page that is too long goes on in the next row, with all of its words")
  func wrapping() {
    let words = "-9 dB, above the threshold of -34; 1900 Hz"
    var page = ScreenPage(answer: [words, "short"])
    let rows = page.shown(rows: 9, columns: 26).map(\.text)
    #expect(rows.count > 2 && rows.last == "  short" && rows.allSatisfy { $0.count <= 26 })
    #expect(
      rows.dropLast().joined(separator: " ").split(separator: " ") == words.split(separator: " "))
  }

  @Test("a count-in shows the beats that are left of each bar, large, and the tempo")
  func countIn() throws {
    let meter = try #require(Meter("3/4"))
    let count = ScreenCountIn(
      countIn: CountIn(bars: 2, meter: meter, beatsPerMinute: 90), beganSeconds: 1)
    let beat = 60.0 / 90
    #expect(
      (0..<7).map { count.beatsLeft(atSeconds: 1.1 + beat * Double($0)) }
        == [3, 2, 1, 3, 2, 1, nil])
    #expect(count.lines(atSeconds: 0.9) == nil)
    let lines = try #require(count.lines(atSeconds: 1.1)).map(\.text)
    #expect(lines[0].contains("90 beats a minute, 3/4"))
    // A three has three strokes that are as wide as it is.
    #expect(lines.suffix(5).count { $0.hasSuffix(String(repeating: "█", count: 12)) } == 3)
  }

  @Test("a new sound is selected, not a lesson again; sounds and profiles can be renamed")
  func taught() throws {
    let state = try SilentEngine().engine.state
    let list = PickList.sounds(state)
    #expect(list.picked?.name == "a new sound" && list.picked?.choice.tidied == nil)
    #expect(list.items[1].choice.tidied == "sound \(state.profile?.sounds[0] ?? "")")
    #expect(ScreenPick.profile("anna").tidied == "profile anna")
    #expect(ScreenPick.profile("general").tidied == nil)
    let drums = PickList.drums(state, of: "kick")
    #expect(drums.picked?.name == "kick" && drums.items.count > 1)
  }

  @Test("all is well only where nothing says otherwise")
  func well() throws {
    let silent = try SilentEngine()
    func message(_ recent: RecentPlaying, hasMessages: Bool = false) -> String {
      var state = silent.engine.state
      state.apply(
        .profile(
          EngineEvent.Profile(
            name: "me", sounds: ["kick"], isGuess: false, certainty: .fast, velocityCurve: .linear,
            hearing: HearingControls())))
      return PlayView(
        state: state, snapshot: silent.engine.snapshot, recent: recent, seconds: 9,
        arePopsShown: true, tiles: [], columns: 80, hasMessages: hasMessages
      ).message.text
    }
    let recent = RecentPlaying(silent.engine.state)
    #expect(message(recent) == "  All is well")
    #expect(message(recent, hasMessages: true).isEmpty)
  }

  @Test("a recording is named with its length, its folder and the key that plays it")
  func recorded() {
    let file = RecordedFile(path: "/home/me/Music/Flam/groove.wav", seconds: 67.8)
    #expect(file.text == "Recorded 1:07: 'groove.wav' in '/home/me/Music/Flam'. V plays it.")
    #expect(RecordedFile(path: "a.wav", seconds: 0).text == "Recorded 0:00: 'a.wav'. V plays it.")
  }

  @Test("a typed line is edited, recalled and completed")
  func input() {
    var line = InputLine()
    func type(_ text: String) { for letter in text { _ = line.take(.letter(letter), words: []) } }
    type("kick -3")
    _ = line.take(.left, words: [])
    _ = line.take(.backspace, words: [])
    #expect(line.text == "kick 3" && line.cursor == 5)
    _ = line.take(.eraseWord, words: [])
    #expect(line.text == "3")
    let finished = line.finish()
    #expect(finished == "3" && line.text.isEmpty)
    type("sens")
    _ = line.take(.tab, words: ["session", "sensitivity", "sensor"])
    #expect(line.text == "sens")
    _ = line.take(.tab, words: ["session", "sensitivity"])
    #expect(line.text == "sensitivity")
    _ = line.take(.up, words: [])
    #expect(line.text == "3")
    _ = line.take(.down, words: [])
    #expect(line.text == "sensitivity")
  }

  @Test("the mixer's arrows move a fader by a decibel, down to silence")
  func mixer() throws {
    let silent = try SilentEngine()
    var board = MixerBoard()
    let name = try #require(silent.engine.state.kit?.pads[0].name)
    guard case .strip(let change) = board.command(.left, silent.engine.state) else {
      Issue.record("no change of a strip")
      return
    }
    #expect(change.drum == name && abs(20 * log10(change[.gain] ?? 0) + 1) < 0.01)
    try silent.engine.perform(.strip(StripChange(drum: name, .gain, 0.004)))
    guard case .strip(let silence) = board.command(.left, silent.engine.state) else {
      Issue.record("no change of a strip")
      return
    }
    #expect(silence[.gain] == 0)
    _ = board.command(.end, silent.engine.state)
    guard case .bus(let bus) = board.command(.right, silent.engine.state) else {
      Issue.record("no change of a bus")
      return
    }
    #expect(bus.bus == .master && bus[.gain] ?? 0 > 1)
    #expect(
      board.command(.letter("m"), silent.engine.state) == .bus(BusChange(.master, .mute, 1)))
    #expect(board.command(.letter("["), silent.engine.state) == nil)
  }

  @Test("the time of a recording is shown for as long as anything is recorded")
  func recording() throws {
    var recent = RecentPlaying(EngineState())
    var finished: [String] = []
    func take(_ event: String, _ state: String, _ path: String, _ seconds: Double) throws {
      let event = try Self.event(#"{"event":"\#(event)","state":"\#(state)","path":"\#(path)"}"#)
      finished += [recent.finished(event, atSeconds: seconds)?.text].compactMap(\.self)
      recent.take(event, atSeconds: seconds, aheadFrames: 0)
    }
    try take("recording", "begun", "groove.wav", 1)
    try take("session", "begun", "kept", 5)
    try take("recording", "begun", "kept/mix.wav", 5)
    try take("recording", "closed", "kept/mix.wav", 9)
    try take("session", "closed", "kept", 9)
    #expect(recent.recordingSince == 1)
    try take("recording", "closed", "groove.wav", 12)
    #expect(recent.recordingSince == nil)
    // The parts of a session are no recordings of their own.
    #expect(finished == ["Recorded 0:11: 'groove.wav'. V plays it."])
  }

  @Test("drums of one name share a fader, and have one row")
  func sameName() throws {
    let state = try SilentEngine().engine.state
    let pad = try #require(state.kit?.pads.first)
    var doubled = state
    doubled.apply(
      .kit(EngineEvent.Kit(name: "double", path: nil, pads: [pad, pad])))
    #expect(MixerBoard.channels(doubled).count { $0.name == pad.name } == 1)
  }

  @Test(
    "the view fits its rows and columns, and shows hits", .slow,
    arguments: [(16, 60), (24, 80), (60, 200)])
  func view(rows: Int, columns: Int) throws {
    let silent = try SilentEngine()
    let state = silent.engine.state
    var recent = RecentPlaying(state)
    for frame in 0..<40 { recent.take(inputPeak: 0.1, atSeconds: Double(frame) / 20) }
    recent.take(
      try Self.hit("refused", id: 1, frame: 100, sound: "kick", refused: "tooSoft"), atSeconds: 2,
      aheadFrames: 0)
    recent.take(
      try Self.hit("begun", id: 2, frame: 200, sound: "snare", start: 500), atSeconds: 2,
      aheadFrames: 0)
    let view = PlayView(
      state: state, snapshot: silent.engine.snapshot, recent: recent, seconds: 2.05,
      arePopsShown: true, tiles: PadTile.all(state, recent), columns: columns)
    #expect(view.header.columnCount == columns && view.header.text.contains("no pops"))
    let lines = view.playing(rows: rows - 7).map { $0.fitted(to: columns).text }
    #expect(lines.count <= rows - 7)
    #expect(lines[0].contains("1 KICK") && lines[0].contains("2 SNARE"))
    #expect(lines[1].contains("█") && lines[2].contains("90%"))
    #expect(lines.contains { $0.hasPrefix("  MIC ▯") } && lines.contains { $0.hasPrefix("  OUT ") })
    #expect(lines.contains { $0.contains("×") || $0.contains("●") })
    if rows > 24 {
      #expect(lines.contains { $0.contains("kick") && $0.contains("not answered: too soft") })
    }
  }
}
