// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct FolderKitTests {
  let kit = KitFolder()

  @Test("names give drum, strength, round-robin index and microphone")
  func names() {
    let tagged = SoundName(stem: "kick_vl3_rr2")
    #expect(tagged.drum == "kick" && tagged.strength == 3 && tagged.turn == [2])
    let library = SoundName(stem: "SMM_CRASH15_V01_VEL005_RR02")
    #expect(library.drum == "smm crash15" && library.strength == 5 && library.turn == [2])
    #expect(library.isVelocity)
    #expect(
      SoundName(stem: "Snare1-022").drum == "snare1" && SoundName(stem: "Snare1-022").turn == [22])
    let mic = SoundName(stem: "crash1_OH_ff_1")
    #expect(mic.drum == "crash1" && mic.microphone == "oh" && mic.strength == 7 && mic.turn == [1])
    let hard = SoundName(stem: "Snare2Hard")
    #expect(hard.drum == "snare" && hard.strength == 6 && hard.turn == [2])
    #expect(SoundName(stem: "kick1").drum == "kick" && SoundName(stem: "kick1").turn == [1])
    #expect(SoundName(stem: "ClosedHat").drum == "closed hat")
    #expect(
      SoundName(stem: "HHOpen_3").drum == "hh open" && SoundName(stem: "HHOpen_3").turn == [3])
    #expect(SoundName(stem: "tom1").drum == "tom1" && SoundName(stem: "Tom2Soft").drum == "tom2")
    #expect(SoundName(stem: "TomF1").strength == nil)
    #expect(SoundName(stem: "f").drum == "f" && SoundName(stem: "").drum == "")
  }

  @Test("layers and variations by name, microphones together, the rest by loudness")
  func folder() throws {
    for (layer, decibels) in [(1, -30), (2, -20), (3, -10)] {
      for turn in 1...2 {
        try kit.hit("kick_vl\(layer)_rr\(turn).wav", decibels: Float(decibels), onsetFrame: 100)
      }
    }
    for strength in ["soft", "hard"] {
      try kit.hit("crash_close_\(strength).wav", decibels: strength == "soft" ? -26 : -6)
      try kit.hit("crash_OH_\(strength).wav", decibels: -20)
    }
    for index in 1...10 { try kit.hit("snare/\(index).wav", decibels: -40 + 3 * Float(index)) }
    kit.folder.write(text: "no sound", to: "readme.txt")
    kit.folder.write(text: "CC0 1.0\\n", to: "LICENSE")
    let plan = try KitLoader.plan(path: kit.folder.path)
    #expect(plan.format == .folder && plan.problems.filter(\.isFault).isEmpty)
    #expect(plan.credits.licence?.hasPrefix("CC0") == true)
    let pads = Dictionary(plan.pads.map { ($0.role, $0) }, uniquingKeysWith: { first, _ in first })
    let kick = try #require(pads[.kick])
    #expect(kick.layers.map(\.hits.count) == [2, 2, 2])
    #expect(kick.layers.map(\.velocities) == [0...41, 42...84, 85...127])
    #expect(kick.hits.allSatisfy { $0.latencySeconds < 0.0005 && $0.hiddenLatencySeconds > 0.002 })
    let crash = try #require(pads[.crash])
    #expect(crash.layers.map(\.hits.count) == [1, 1])
    #expect(crash.hits.allSatisfy { $0.paths.count == 2 })
    let snare = try #require(pads[.snare])
    #expect(snare.name == "snare" && snare.hits.count == 10 && snare.layers.count == 2)
  }

  @Test("velocities in names are the upper ends of layers")
  func velocities() throws {
    for velocity in [32, 80, 127] { try kit.hit("tom_VEL0\(velocity).wav") }
    #expect(
      try KitLoader.plan(path: kit.folder.path).pads[0].layers.map(\.velocities)
        == [0...32, 33...80, 81...127])
  }

  @Test("sounds of about one loudness are variations, two of differing loudness are layers")
  func measured() throws {
    for index in 1...6 { try kit.hit("clap-\(index).wav", decibels: -10 - 0.5 * Float(index)) }
    try kit.hit("ride-1.wav", decibels: -30)
    try kit.hit("ride-2.wav", decibels: -6)
    let plan = try KitLoader.plan(path: kit.folder.path)
    #expect(plan.pads.map { $0.layers.map(\.hits.count) } == [[6], [1, 1]])
  }

  @Test("a folder of too many files is refused in words rather than looked through")
  func tooLarge() throws {
    try kit.hit("kick.wav")
    for index in 1...9 { kit.folder.write(text: "", to: "texts/\(index).txt") }
    let path = kit.folder.path
    #expect(try FolderKit.describe(folder: path, atMost: 11).pads.count == 1)
    let error = #expect(throws: KitError.self) { try FolderKit.describe(folder: path, atMost: 10) }
    #expect(error?.kind == .unsupported)
    #expect(error?.reason.hasPrefix("more than 10 files and folders are in it") == true)
    #expect(error?.advice.description.isEmpty == false)
  }

  @Test("sounds are found however deep they are, each once; beyond eight folders that is reported")
  func depth() throws {
    try kit.hit("Acoustic/Snare/Dry/1.wav")
    try kit.hit("Acoustic/Kick/a.wav")
    try FileManager.default.createSymbolicLink(
      atPath: "\(kit.folder.path)/Acoustic/Kick/again", withDestinationPath: kit.folder.path)
    let plan = try KitLoader.plan(path: kit.folder.path)
    #expect(plan.pads.map(\.role) == [.kick, .snare] && plan.pads.map(\.hits.count) == [1, 1])
    #expect(plan.problems.isEmpty)
    try kit.hit("1/2/3/4/5/6/7/8/9/deep.wav")
    let deep = try KitLoader.plan(path: kit.folder.path)
    #expect(deep.pads.count == 2 && deep.problems.map(\.kind) == [.tooMuch])
  }
}
