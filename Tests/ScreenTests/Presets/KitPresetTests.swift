// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Simulation
import Testing

@testable import KitMaking
@testable import Screen

/// Presets that are kept with kits.
@Suite struct KitPresetTests {
  private let folder = TemporaryFolder()
  private let silent: SilentEngine
  private let locator: PresetLocator
  private let place: OwnKitPlace

  /// A kit of the player's own, "mouth", and one of somebody else, "Theirs".
  init() throws {
    silent = try SilentEngine()
    locator = PresetLocator(environment: [
      "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_DATA_HOME": folder.path,
      "XDG_DATA_DIRS": "\(folder.path)/none", "HOME": folder.path,
    ])
    place = try OwnKitPlace("\(folder.path)/flam/kits/mouth")
    try change(level: 0.5)
    _ = folder.write(text: "<region> sample=a.wav", to: "flam/kits/Theirs/Theirs.sfz")
  }

  private func change(level: Float) throws {
    let sound = OwnSound(
      samples: (0..<4800).map { level * Float(sin(Double($0) * 0.1)) }, sampleRateHz: 48_000)
    try OwnKit.change([(.kick, .set([sound]))], of: place)
  }

  private func type(_ line: String) -> String {
    (FxCommand(silent.engine, locator).carryOut(line) ?? []).joined(separator: "\n")
  }

  private func offer(_ name: String, _ path: String) -> String? {
    PresetCommand.offer(EngineEvent.Kit(name: name, path: path), locator)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("effects are kept with a kit of one's own, offered with it, and outlast its changes", .slow)
  func own() throws {
    #expect(offer("mouth", place.textPath) == nil)
    _ = type("fx drums lowpass cutoff=812.5")
    let kept = "\(place.folder)/effects.txt"
    #expect(type("fx save mouth").contains("'\(kept)'"))
    #expect(try text(kept) == "drums: lowpass:cutoff=812.5\n")
    #expect(offer("mouth", place.textPath)?.contains("'fx preset mouth' puts them on") == true)
    try change(level: 0.25)
    #expect(try text(kept) == "drums: lowpass:cutoff=812.5\n")
    _ = type("fx drums 1 remove")
    #expect(silent.engine.state.racks["drums"]?.isEmpty ?? true)
    #expect(type("fx preset mouth").contains("lowpass"))
    _ = type("fx drums crush")
    #expect(type("fx save mouth").contains("you have a preset 'mouth' already"))
    #expect(type("fx save mouth again").contains("'effects-before.txt'"))
    #expect(
      try text("\(place.folder)/effects-before.txt") == "drums: lowpass:cutoff=812.5\n")
    #expect(try text(kept).contains("crush"))
    #expect(type("fx presets").contains("mouth"))
  }

  @Test("effects that are kept between changes of a kit outlast undo and redo of these", .slow)
  func undone() throws {
    try change(level: 0.25)
    _ = type("fx drums lowpass cutoff=812.5")
    _ = type("fx save mouth")
    _ = type("fx drums crush")
    _ = type("fx save mouth again")
    let names = ["effects.txt", "effects-before.txt"]
    let kept = try names.map { try text("\(place.folder)/\($0)") }
    #expect(kept[0].contains("crush") && !kept[1].contains("crush"))
    func expectKept(_ moment: String) throws {
      #expect(try names.map { try text("\(place.folder)/\($0)") } == kept, "\(moment)")
    }
    for moment in ["undo", "redo", "undo again"] {
      _ = try OwnKit.undo(place)
      try expectKept(moment)
    }
    try change(level: 0.125)
    try expectKept("a change after undo")
  }

  @Test("effects are not kept with a kit while another program changes it, and it is said", .slow)
  func locked() throws {
    _ = type("fx drums crush")
    // It waits for the lock as long as a change of the kit does.
    let states = try KitStates(place)
    let answer = states.hold { type("fx save mouth") }
    #expect(answer.contains("another program changes one there"), "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: "\(place.folder)/effects.txt"))
  }

  @Test("the preset of another's kit is offered, and one's own of that name goes before it", .slow)
  func others() throws {
    let path = "\(folder.path)/flam/kits/Theirs/Theirs.sfz"
    #expect(offer("Theirs", path) == nil)
    let file = folder.write(text: "# Theirs\ndrums: crush", to: "flam/kits/Theirs/effects.txt")
    #expect(offer("Theirs", path)?.contains("'fx preset Theirs' puts them on") == true)
    #expect(type("fx preset theirs").contains("crush"))
    #expect(type("fx save theirs").contains("a kit has a preset 'theirs' already"))
    #expect(type("fx save theirs again").contains(locator.ownPath("theirs")))
    #expect(try text(file) == "# Theirs\ndrums: crush")
    // Its name now means the player's own.
    #expect(offer("Theirs", path)?.contains("'fx preset \(file)' puts them on") == true)
  }

  @Test("a kit of a single file among others has no preset of theirs", .slow)
  func shared() throws {
    _ = folder.write(text: "<region> sample=a.wav", to: "flam/kits/single.sfz")
    _ = folder.write(text: "drums: crush", to: "flam/kits/effects.txt")
    #expect(offer("single", "\(folder.path)/flam/kits/single.sfz") == nil)
  }
}
