// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Profiles
import Simulation
import TestSupport
import Testing

/// The screen as a player sees it: `flam play` in a terminal of its own, which tmux keeps.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")), .waiting
)
struct ScreenTests {
  private let folder = TemporaryFolder()
  private var command: Command { Command(in: folder) }

  /// The server of tmux goes on, and must not hold files that the tests wait for.
  private func tmux(_ line: String) throws -> String {
    let outcome = try command.shell(
      """
      for open in /proc/self/fd/*; do
        number=${open##*/}
        ((number > 2)) && eval "exec $number>&-"
      done
      export LC_ALL=C.UTF-8
      tmux -S '\(folder.path)/tmux' \(line)
      """)
    try #require(outcome.exitCode == 0, "tmux \(line): \(outcome.errors)")
    return outcome.output
  }

  private func start(
    _ options: String = "--record heard.wav", size: (Int, Int) = (80, 24), alsa: String? = nil,
    terminal: String = "tmux-256color"
  ) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples/takes/table.flac").standardized.path
    try begin("play --take '\(path)' --loop \(options)", size: size, alsa: alsa, terminal: terminal)
  }

  private func begin(
    _ line: String, size: (Int, Int), alsa: String?, terminal: String = "tmux-256color"
  ) throws {
    let (columns, rows) = size
    let cards = alsa.map { "ALSA_CONFIG_PATH='\($0)' " } ?? ""
    _ = try tmux(
      "-u new-session -d -s flam -x \(columns) -y \(rows) \"\(cards)TERM=\(terminal) exec "
        + "'\(Program.product("flam"))' \(line)\"")
    _ = try tmux("set-option -g remain-on-exit on")
  }

  private func press(_ keys: String) throws { _ = try tmux("send-keys -t flam \(keys)") }

  /// The screen once it shows a text; its last content if it never does.
  private func screen(showing text: String) throws -> String {
    try screen(showing: "'\(text)'") { $0.contains(text) }
  }

  private func screen(showing what: String, _ shows: (String) -> Bool) throws -> String {
    var shown = ""
    let isShown = try eventually(lookingEachMicroseconds: 100_000) {
      shown = try tmux("capture-pane -p -t flam")
      return shows(shown)
    }
    if !isShown { Issue.record("never shows \(what):\n\(shown)") }
    return shown
  }

  /// The stored choices, once a choice is among them: they are written after the last line is
  /// shown.
  private func choices(with choice: String) -> String {
    var kept = ""
    let isKept = eventually {
      let path = folder.path + "/.config/flam/play.json"
      kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return kept.contains(choice)
    }
    #expect(isKept, "never keeps '\(choice)':\n\(kept)")
    return kept
  }

  /// The address of the program's page, as `flam web` prints it.
  private func page() throws -> PageCaller? {
    struct Page: Decodable {
      let port: UInt16
      let address: String
    }
    let reported = try command("web", "0", "--json")
    let page = try JSONDecoder().decode(Page.self, from: Data(reported.output.utf8))
    return PageCaller.page(port: page.port, address: page.address)
  }

  private func end() throws {
    _ = try? tmux("kill-server")
  }

  @Test(
    "keys change what the engine plays, and the screen shows it; choices are kept", .slow)
  func keys() throws {
    defer { try? end() }
    try start()
    let first = try screen(showing: "ago")
    #expect(first.contains("FLAM  kit flam  built-in guess  ● REC 0:0"))
    #expect(first.contains("1 KICK") && first.contains("Q quit"))
    #expect(
      first.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { $0.count <= 80 })
    try press("+")
    #expect(try screen(showing: "sensitivity 55").contains("sensitivity 55"))
    try press("x")
    _ = try screen(showing: "Mixer")
    try press("Left Left")
    _ = try screen(showing: "▸ kick             ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▯▯▯▯▯▯▯▯  -2.0 dB")
    try press("u")
    _ = try screen(showing: "undone: the mix of kick")
    try press("Escape")
    _ = try screen(showing: "1 KICK")
    try press("Enter")
    try press("'mute sna' Tab Enter")
    _ = try screen(showing: "SNARE muted")
    try press("z k")
    _ = try screen(showing: "LOCKED")
    try press("z")
    _ = try tmux("resize-window -t flam -x 40 -y 10")
    _ = try screen(showing: "60 columns and 16 rows")
    _ = try tmux("resize-window -t flam -x 120 -y 40")
    _ = try screen(showing: "HIHAT-OPEN")
    try press("q")
    _ = try screen(showing: "Q again ends the playing")
    try press("q")
    let last = try screen(showing: "heard.wav: ")
    #expect(last.contains("hits, "))
    #expect(choices(with: "\"sensitivity\" : 55").contains("/Samples/kit/flam.sfz"))
  }

  @Test(
    "the screen shows the engine's state, as the page gets it at the same time",
    .slow, arguments: [(80, 24), (200, 60)])
  func state(columns: Int, rows: Int) throws {
    defer { try? end() }
    try start("--record heard.wav --web 0", size: (columns, rows))
    _ = try screen(showing: "ago")
    try press("+ + c")
    _ = try screen(showing: "click on")
    try press("Enter")
    try press("'tempo 96' Enter")
    try press("Enter")
    try press("'mute snare' Enter")
    let shown = try screen(showing: "SNARE muted")
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= columns } && lines.count <= rows + 1)
    let page = try #require(try self.page())
    let state = try #require(page.message("state"))
    let hearing = try #require(state["hearing"] as? [String: Any])
    let tempo = try #require(state["tempo"] as? [String: Any])
    let kit = try #require(state["kit"] as? [String: Any])
    let pads = try #require(kit["pads"] as? [[String: Any]])
    let snare = try #require(pads.first { $0["name"] as? String == "snare" })
    #expect((snare["strip"] as? [String: Any])?["mute"] as? Bool == true)
    #expect(hearing["sensitivity"] as? Double == 60)
    #expect(tempo["beatsPerMinute"] as? Double == 96)
    for words in ["kit \(kit["name"] ?? "")", "sensitivity 60", "♩ 96  4/4  1 · · · 2"] {
      #expect(shown.contains(words), "\(words) is missing:\n\(shown)")
    }
    // A large screen has a tile for each pad.
    for pad in pads where rows == 60 {
      #expect(shown.contains("\(pad["name"] ?? "")".uppercased()), "\(pad) is missing")
    }
  }

  @Test(
    "O loops what is played, in its own tempo; G shows the layers, and its keys change them", .slow)
  func loop() throws {
    defer { try? end() }
    try start()
    _ = try screen(showing: "ago")
    try press("o")
    _ = try screen(showing: "five hits or more") { shown in
      (5..<60).contains { shown.contains("recording, \($0) hits") }
    }
    try press("o")
    _ = try screen(showing: "LOOP overdub")
    try press("o")
    #expect(try screen(showing: "LOOP playing").contains("G: more"))
    try press("g")
    _ = try screen(showing: "1  layer 1: ")
    try press("1")
    _ = try screen(showing: "notes  silent")
    try press("q")
    _ = try screen(showing: "quantise 50 %")
    try press("c")
    _ = try screen(showing: "No loop yet")
    try press("u")
    _ = try screen(showing: "1  layer 1: ")
    try press("Escape")
    _ = try screen(showing: "LOOP playing")
  }

  @Test("each pressed key is taken, however fast they come", .slow)
  func fast() throws {
    defer { try? end() }
    try start(size: (200, 40))
    _ = try screen(showing: "ago")
    try press("Enter")
    // The gaps in which another reader could take a key are short: many keys, a moment apart, find them.
    let typed = (0..<180).map { String($0 % 10) }
    _ = try command.shell(
      """
      for key in \(typed.joined(separator: " ")); do
        tmux -S '\(folder.path)/tmux' send-keys -t flam $key
      done
      """)
    #expect(try screen(showing: "> " + typed.joined()).contains("Esc back"))
  }

  @Test(
    "devices are picked from a list: playing begins again on them, or goes on if they are gone",
    .slow)
  func devices() throws {
    defer { try? end() }
    let configuration = folder.path + "/asound.conf"
    try """
    pcm.desk { type null hint { show on description "A desk" } }
    pcm.gone { type hw card 77 hint { show on description "A card that is gone" } }
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    try start("--record '\(folder.path)/played.wav' --force", alsa: configuration)
    _ = try screen(showing: "ago")
    // A missing one first: the recording up to then stays, and playing goes on.
    try press("i")
    _ = try screen(showing: "▸ hear A desk  desk")
    try press("gone Enter")
    _ = try screen(showing: "as before")
    let refused = try screen(showing: "1 KICK").replacing(/\s+/, with: " ")
    #expect(refused.contains("cannot open the capture device 'gone': "), "\(refused)")
    #expect(refused.contains("1 KICK") && refused.contains("playing goes on as before"))
    let recorded = folder.bytes("played.wav")
    #expect(recorded.count > 1000)
    try press("i")
    _ = try screen(showing: "▸ hear A desk")
    try press("'play on A de' Enter")
    // The drums can be heard now: they go into no file any more.
    let played = try screen(showing: "FLAM  kit flam  built-in guess     ")
    #expect(!played.contains("REC"))
    try press("q")
    _ = try screen(showing: "Q again ends the playing")
    try press("q")
    // The machine decides how many hits and pops there were by then.
    _ = try screen(showing: "the summary") { shown in
      shown.contains(/playing on desk now\n(.*\n)*\d+ hits?, \d+ pops?/)
    }
    #expect(folder.bytes("played.wav") == recorded)
    #expect(!choices(with: "\"output\" : \"desk\"").contains("\"input\""))
  }

  @Test("a new sound is taught by keys, kept, and played with; Escape ends a lesson", .slow)
  func teaching() throws {
    defer { try? end() }
    // The simulated player strikes one sound over and over, and is never quiet for long.
    let strikes = StruckSounds.take(
      StruckSounds.middle, amplitudes: StruckSounds.dynamics(count: 12), spacingSeconds: 0.4)
    let take = folder.path + "/take.wav"
    try Data(WaveFile.bytes(strikes.samples)).write(to: URL(filePath: take))
    try begin(
      "play --take '\(take)' --loop --no-speech --record heard.wav", size: (100, 40), alsa: nil)
    _ = try screen(showing: "L teaches sounds of your own")
    try press("l")
    _ = try screen(showing: "▸ a new sound")
    try press("Enter")
    _ = try screen(showing: "> teach")
    try press("'clack plays cowbell' Enter")
    _ = try screen(showing: "Lesson: hit clack")
    _ = try screen(showing: "your clack is the first sound of your new profile 'me'")
    _ = try screen(showing: "sounds me")
    let path = folder.path + "/.config/flam/profiles/me.json"
    let profile = try ProfileFile.read(path: path)
    #expect(profile.sounds.map(\.name) == ["clack"])
    #expect(profile.sounds[0].choice.rule?.description == "cowbell")
    try press("Enter")
    try press("'teach clap' Enter")
    _ = try screen(showing: "Lesson:")
    try press("Escape")
    _ = try screen(showing: "the lesson is over: the playing goes on")
    #expect(try ProfileFile.read(path: path).sounds.count == 1)
    try press("Enter")
    try press("'teach  clap  ' Enter")
    _ = try screen(showing: "your clap is kept in the profile 'me'")
    #expect(try ProfileFile.read(path: path).sounds.map(\.name) == ["clack", "clap"])
  }

  @Test("the first run goes on from a dead microphone: by keys, or listening once more", .slow)
  func deadMicrophone() throws {
    defer { try? end() }
    let configuration = folder.path + "/asound.conf"
    try "pcm.!default { type null }".write(
      toFile: configuration, atomically: true, encoding: .utf8)
    try begin("start --no-speech", size: (100, 40), alsa: configuration)
    _ = try screen(showing: "Return: listen once more. P: play now, by keys. Q: quit.")
    try press("p")
    _ = try screen(showing: "1 KICK")
    let dead =
      "the microphone is dead: not the faintest noise comes in. Is it the right one (I lists"
    _ = try screen(showing: "'\(dead)'") { $0.replacing(/\s+/, with: " ").contains(dead) }
  }

  @Test("what is typed on a page is a command; a recording is named, and V plays it", .slow)
  func pages() throws {
    defer { try? end() }
    try start()
    _ = try screen(showing: "ago")
    try press("'?'")
    _ = try screen(showing: "↑↓ Space: lines 1 to ")
    try press("'mute kick' Enter")
    let muted = try screen(showing: "KICK muted")
    #expect(!muted.contains("MUTED  M brings drums back"))
    try press("Enter")
    try press("pads Enter")
    _ = try screen(showing: "kick plays kick")
    try press("Enter")
    try press("'record groove.wav' Enter")
    _ = try screen(showing: "recording to 'groove.wav'")
    try press("Enter")
    try press("'record stop' Enter")
    _ = try screen(showing: "V plays it.")
    try press("v")
    _ = try screen(showing: "the backing is over")
    try press("a")
    _ = try screen(showing: "▸ kick  plays kick")
    try press("Enter")
    _ = try screen(showing: "kick plays  type to narrow it down")
    try press("snare Enter")
    _ = try screen(showing: "kick plays snare")
    try press("l")
    _ = try screen(showing: "▸ a new sound")
    try press("Down Enter")
    // Four hits of the take end it soon.
    _ = try screen(showing: "the lesson or its end") {
      $0.contains("Esc end the lesson") || $0.contains("kick was taught by")
    }
    try press("Escape")
    _ = try screen(showing: "K kit")
  }

  @Test("names from others are text: none sets a title, a colour or a line of its own", .slow)
  func names() throws {
    defer { try? end() }
    let evil = "<script>\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{202E}\nall is well"
    let (kits, profiles) = ("\(folder.path)/.local/share/flam/kits", ".config/flam/profiles")
    try FileManager.default.createDirectory(
      atPath: "\(kits)/\(evil)", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(profiles)", withIntermediateDirectories: true)
    try Data(WaveFile.bytes([Float](repeating: 0.5, count: 4800)))
      .write(to: URL(filePath: "\(kits)/\(evil)/<b>\u{1B}[2J.wav"))
    let sounds = [("\(evil) kick", StruckSounds.low), ("snare", StruckSounds.middle)]
    try ProfileFile.write(
      Profile(
        sounds: sounds.map { name, sound in
          Profile.SoundClass(
            name: name, role: .kick, examples: StruckSounds.examples(sound, count: 10))
        }, noiseDecibels: -80),
      path: "\(folder.path)/\(profiles)/\(evil).json", isOverwriting: false)
    try start(size: (120, 40))
    _ = try screen(showing: "ago")
    for key in ["k", "p"] {
      try press(key)
      _ = try screen(showing: "type to narrow it down")
      try press("script")
      _ = try screen(showing: "▸ <script>\\u001b")
      try press("Enter")
      _ = try screen(showing: "\(key == "k" ? "kit" : "sounds") <script>\\u001b")
    }
    // The lists of its sounds and drums.
    for (key, word) in [("l", "<script>\\u001b"), ("x", "Mixer")] {
      try press(key)
      _ = try screen(showing: word)
      try press("Escape")
    }
    _ = try screen(showing: "<B>\\u001b[2J")
    let shown = try screen(showing: "ago  <script>")
    #expect(!shown.contains("\n all is well") && !shown.contains("\nall is well"))
    #expect(try tmux("display-message -p -t flam '#{pane_title}'").contains("owned") == false)
  }

  // Each case has its own terminal: a tmux server that is ending would still take the next start.
  @Test(
    "without a terminal for a screen it prints lines, and --plain does too", .slow,
    arguments: [("--record heard.wav --plain", "tmux-256color"), ("--record dumb.wav", "dumb")])
  func plain(options: String, terminal: String) throws {
    defer { try? end() }
    try start(options, terminal: terminal)
    #expect(try screen(showing: "hihat-closed").contains("seconds  sound"))
  }
}
