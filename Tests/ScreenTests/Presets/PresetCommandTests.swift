// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Simulation
import SoundFiles
import Testing

@testable import Screen

/// Presets, typed while playing.
@Suite struct PresetCommandTests {
  private let folder = TemporaryFolder()
  private let silent: SilentEngine
  private let locator: PresetLocator
  private var engine: Engine { silent.engine }

  init() throws {
    silent = try SilentEngine()
    locator = PresetLocator(environment: ["XDG_CONFIG_HOME": folder.path])
  }

  private func type(_ line: String) -> [String] {
    FxCommand(engine, locator).carryOut(line) ?? []
  }

  private var racks: [String: [Int: EffectSetting]] { engine.state.racks.filter { !$1.isEmpty } }

  @Test("a preset takes the place of its buses' effects, and one undo brings them back", .slow)
  func use() throws {
    _ = type("fx drums highpass cutoff=100")
    _ = type("fx drums delay time=0.2")
    _ = type("fx master width")
    let before = racks
    let answer = type("fx preset telephone")
    #expect(answer.count == 4 && answer[0].hasPrefix("drums 1: highpass, cutoff 400 Hz"))
    #expect(answer[3].contains("drums: these effects make it 0.8 ms later"))
    let drums = try #require(racks["drums"])
    #expect(drums.keys.sorted() == [1, 2, 3] && drums[1]?["cutoff"] == 400)
    #expect(racks["master"] == before["master"])
    #expect(try engine.undo().text == "the preset telephone")
    #expect(racks == before)
    #expect(try engine.undo().text == "the width of master")
  }

  @Test("the racks are kept as a preset; one that exists is never lost", .slow)
  func save() throws {
    #expect(type("fx save mine")[0].contains("nothing has an effect"))
    _ = type("fx drums lowpass cutoff=812.5")
    _ = type("fx drums delay time=0.1")
    _ = type("fx drums 2 off")
    _ = type("fx room reverb")
    let kept = racks
    #expect(type("fx save Mine")[0].contains(locator.ownPath("mine")))
    _ = type("fx drums 1 remove")
    #expect(type("fx save mine")[0].contains("fx save mine again"))
    #expect(type("fx save mine again")[0].contains("'mine-before.txt'"))
    #expect(type("fx save dub")[0].contains("Flam has a preset 'dub'"))
    #expect(type("fx save ../x")[0].contains("name is that of a file"))
    #expect(type("fx presets").contains { $0.hasPrefix("dub: ") })
    _ = type("fx preset Mine")
    #expect(racks["room"] == kept["room"])
  }

  @Test("what was kept is put on again as it was", .slow)
  func again() throws {
    _ = type("fx drums lowpass cutoff=812.5")
    _ = type("fx drums delay time=0.1")
    _ = type("fx drums 2 off")
    _ = type("fx room reverb")
    let kept = racks
    #expect(type("fx save mine")[0].contains("kept as the preset 'mine'"))
    for line in ["fx drums 1 remove", "fx drums 2 remove", "fx room 1 remove"] { _ = type(line) }
    #expect(racks.isEmpty)
    _ = type("fx preset mine")
    #expect(racks == kept)
    _ = type("fx drums 2 remove")
    #expect(type("fx save mine again")[0].contains("the preset before is 'mine-before.txt'"))
    _ = type("fx preset mine-before")
    #expect(racks == kept)
    _ = type("fx preset mine")
    #expect(racks["drums"]?.count == 1)
  }

  @Test(
    "lengths of notes are kept, those without a name, too", .slow,
    arguments: [0.125, 0.375, 0.1234])
  func notes(wholeNotes: Float) throws {
    try engine.perform(
      .insertEffect(EngineCommand.InsertEffect(.drums, .delay, values: ["note": wholeNotes])))
    let kept = racks
    #expect(type("fx save mine")[0].contains("kept as the preset 'mine'"))
    _ = type("fx drums 1 remove")
    _ = type("fx preset mine")
    #expect(racks == kept)
  }

  @Test("what a line of text cannot hold is not saved, and the preset before stays", .slow)
  func unwritten() throws {
    let path = "\(folder.path)/a,b.wav"
    var writer = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try writer.write([0.5, 0, 0, 0])
    try writer.finish()
    _ = type("fx room reverb")
    _ = type("fx save mine")
    try engine.perform(
      .insertEffect(EngineCommand.InsertEffect(.drums, .convolve, source: path)))
    #expect(type("fx save mine again")[0].contains("the effects of drums cannot be written"))
    #expect(try locator.preset("mine").chains.map(\.bus) == [.room])
  }

  @Test("a wrong name is answered with the presets, a wrong file with its line", .slow)
  func wrong() {
    #expect(type("fx preset polka")[0].contains("the presets are"))
    folder.write(text: "drums: wobble", to: "flam/presets/odd.txt")
    #expect(type("fx preset odd")[0].contains("line 1: 'wobble' is no effect"))
    #expect(racks.isEmpty)
    #expect(type("fx preset").contains("odd: cannot be read"))
  }
}
