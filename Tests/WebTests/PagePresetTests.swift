// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Screen
import Simulation
import TestSupport
import Testing

@testable import Web

/// Presets of effects on a page.
@Suite(.simulated) struct PagePresetTests {
  private let shown: ShownPage
  private let page: PageCaller
  private var racks: [String: [Int: EffectSetting]] {
    shown.engine.state.racks.filter { !$1.isEmpty }
  }

  init() throws {
    shown = try ShownPage()
    page = try #require(shown.page())
  }

  private func ask(_ ask: String, _ name: String) throws -> [String: Any] {
    page.say("{\"ask\":\"\(ask)\",\"name\":\"\(name)\"}")
    return try #require(page.message("reply"))
  }

  private func problem(_ ask: String, _ name: String) throws -> String {
    try #require(try self.ask(ask, name)["problem"] as? String)
  }

  @Test("a page lists presets, puts one on in place of what was there; one undo takes it back")
  func use() throws {
    let listed = try #require(page.message("choices")?["presets"] as? [[String: Any]])
    let dub = try #require(listed.first { $0["name"] as? String == "dub" })
    #expect((dub["meaning"] as? String)?.hasPrefix("Echoes from side to side") == true)
    try shown.engine.perform(
      .insertEffect(EngineCommand.InsertEffect(.drums, .tremolo, values: ["rate": 3])))
    try shown.engine.perform(.insertEffect(EngineCommand.InsertEffect(.master, .width)))
    let before = racks
    let answer = try ask("usePreset", "telephone")
    #expect((answer["result"] as? [String: Any])?["name"] as? String == "telephone")
    let drums = (racks["drums"] ?? [:]).sorted { $0.key < $1.key }.map(\.value.effect)
    #expect(drums == [.highpass, .lowpass, .distort] && racks["master"] == before["master"])
    page.say(#"{"command":"undo"}"#)
    #expect(page.message("reply")?["problem"] == nil)
    #expect(racks == before)
  }

  @Test("racks are kept as a file that is read back, and none is replaced")
  func keep() throws {
    #expect(try problem("keepPreset", "mine").contains("nothing has an effect"))
    try shown.engine.perform(
      .insertEffect(EngineCommand.InsertEffect(.drums, .lowpass, values: ["cutoff": 812.5])))
    let kept = racks
    let answer = try ask("keepPreset", "My Own")
    #expect((answer["result"] as? [String: Any])?["name"] as? String == "my-own")
    let path = "\(shown.folder.path)/flam/presets/my-own.txt"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "drums: lowpass:cutoff=812.5\n")
    #expect(try problem("keepPreset", "my own").contains("you have a preset 'my-own' already"))
    #expect(try problem("keepPreset", "dub").contains("Flam has a preset 'dub' already"))
    try shown.engine.perform(.removeEffect(EngineCommand.RemoveEffect(.drums, slot: 1)))
    #expect(try ask("usePreset", "my-own")["problem"] == nil)
    #expect(racks == kept)
  }

  @Test(
    "a name that leads elsewhere is refused, with no path in the answer",
    arguments: ["../x", "/etc/passwd", ".x", "", "a/b.txt", "x\\u0000y", "x\\u001b[2Jy"])
  func hostile(name: String) throws {
    try shown.engine.perform(.insertEffect(EngineCommand.InsertEffect(.drums, .crush)))
    let before = racks
    let unknown = try problem("usePreset", name)
    #expect(unknown.contains("there is no preset of that name") && unknown.contains("dub"))
    let refused = try problem("keepPreset", name)
    #expect(
      ["that of a file", "no name", "cannot be shown"].contains { refused.contains($0) },
      "\(refused)")
    for answer in [unknown, refused] {
      #expect(!answer.contains(shown.folder.path) && !answer.contains("/etc"))
    }
    #expect(racks == before)
    #expect(!FileManager.default.fileExists(atPath: "\(shown.folder.path)/flam"))
  }

  @Test("a preset whose effects name files is refused, and one that cannot be read says why")
  func files() throws {
    shown.folder.write(
      text: "drums: lowpass, convolve:file=/etc/passwd", to: "flam/presets/cave.txt")
    shown.folder.write(text: "# odd\ndrums: wobble", to: "flam/presets/odd.txt")
    let cave = try problem("usePreset", "cave")
    #expect(cave.contains("a file or a plug-in") && cave.contains("fx preset cave"))
    let odd = try problem("usePreset", "odd")
    #expect(odd.contains("line 2: 'wobble' is no effect") && !odd.contains(shown.folder.path))
    #expect(racks.isEmpty)
  }
}
