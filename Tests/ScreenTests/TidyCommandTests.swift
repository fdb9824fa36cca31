// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Profiles
import Simulation
import Testing

@testable import Screen

/// Sounds and profiles that are renamed and deleted while it plays.
@Suite struct TidyCommandTests {
  private let folder = TemporaryFolder()
  private var locator: ProfileLocator {
    ProfileLocator(environment: ["XDG_CONFIG_HOME": folder.path])
  }

  private func write(_ name: String) throws {
    let sounds = [("clap", StruckSounds.middle), ("thud", StruckSounds.low)].map { name, sound in
      Profile.SoundClass(
        name: name, role: .kick, examples: StruckSounds.examples(sound, count: 5))
    }
    try ProfileFile.write(
      Profile(sounds: sounds, noiseDecibels: -80), path: locator.path(name), isOverwriting: false)
  }

  /// An engine that plays a profile with a name or path. Only by a path does it read it again.
  private func engine(playing name: String? = nil) throws -> SilentEngine {
    let profile = try locator.profile(name)
    return try SilentEngine {
      $0.profile = profile
      $0.profileName = name
    }
  }

  private func command(playing name: String? = nil) throws -> TidyCommand {
    TidyCommand(try engine(playing: name).engine, locator)
  }

  private func sounds(_ name: String) throws -> [String] {
    try ProfileFile.read(path: locator.path(name)).sounds.map(\.name)
  }

  @Test("a profile that does not play is renamed and deleted; its file stays", .slow)
  func profiles() throws {
    try write("me")
    let command = try command()
    #expect(
      command.carryOut("rename profile me to anna b") == [
        "the profile 'me' is called 'anna b' now"
      ])
    #expect(locator.names == ["anna b"])
    try write("me")
    #expect(command.carryOut("rename profile me to anna b")?[0].contains("already") == true)
    #expect(command.carryOut("rename profile me to ../x")?[0].contains("file") == true)
    #expect(command.carryOut("delete profile nobody")?[0].contains("anna b, me") == true)
    for name in ["me.json.deleted", "me.json.deleted-2"] {
      #expect(command.carryOut("delete profile me")?[0].contains("'\(name)'") == true)
      #expect(!folder.bytes("flam/profiles/\(name)").isEmpty)
      #expect(locator.names == ["anna b"])
      try write("me")
    }
  }

  @Test("an incomplete line reports what is missing, and another one is not its business", .slow)
  func incomplete() throws {
    let command = try command()
    #expect(command.carryOut("kick -3") == nil)
    for line in ["rename", "rename sound clap", "rename profile me to ", "delete", "delete sound"] {
      #expect(command.carryOut(line)?[0].contains("needs") == true, "\(line)")
    }
    #expect(command.carryOut("delete clap now")?[0].contains("a sound or a profile") == true)
    #expect(command.carryOut("delete sound clap")?[0].contains("built-in guess") == true)
  }

  @Test("a sound of the profile that plays is renamed and deleted, the last one is not", .slow)
  func ownSounds() throws {
    try write("me")
    let path = locator.path("me")
    let before = folder.bytes("flam/profiles/me.json")
    var command = try command(playing: path)
    #expect(command.carryOut("delete profile me")?[0].contains("plays") == true)
    for taken in ["thud", "Thud", "clap"] {
      #expect(command.carryOut("rename sound clap to \(taken)")?[0].contains("already") == true)
    }
    #expect(
      command.carryOut("rename sound Clap to clack one") == [
        "'clap' is called 'clack one' now; the profile before is 'me.json.before'"
      ])
    #expect(try sounds("me") == ["clack one", "thud"])
    // An engine that does not run takes one profile over.
    command = try self.command(playing: path)
    #expect(
      command.carryOut("delete sound thud") == [
        "'thud' is deleted; the profile before is 'me.json.before-2'"
      ])
    #expect(try sounds("me") == ["clack one"])
    #expect(command.carryOut("delete sound clack one")?[0].contains("only sound") == true)
    #expect(try sounds("me") == ["clack one"])
    #expect(folder.bytes("flam/profiles/me.json.before") == before)
    #expect(
      try ProfileFile.read(path: path + ".before-2").sounds.map(\.name) == ["clack one", "thud"])
  }

  @Test("a sound may get its own name in other letters", .slow)
  func letters() throws {
    try write("me")
    _ = try command(playing: locator.path("me")).carryOut("rename sound clap to Clap")
    #expect(try sounds("me") == ["Clap", "thud"])
  }

  @Test("a renamed sound goes on playing the drum that was chosen for it", .slow)
  func chosenDrum() throws {
    try write("me")
    let silent = try engine(playing: locator.path("me"))
    #expect(PadCommand(silent.engine).assign("clap", "snare")[0].hasPrefix("clap plays snare"))
    let answer = TidyCommand(silent.engine, locator).carryOut("rename sound clap to clack")
    #expect(answer?[0].hasSuffix("'me.json.before'") == true)
    #expect(silent.engine.state.plays("clack") == "snare")
    #expect(silent.engine.state.plays("thud") == "kick")
  }

  @Test("the profile that plays is renamed, plays on, and its file before stays", .slow)
  func playing() throws {
    try write("me")
    let before = folder.bytes("flam/profiles/me.json")
    let silent = try engine(playing: locator.path("me"))
    #expect(
      TidyCommand(silent.engine, locator).carryOut("rename profile me to anna") == [
        "the profile 'me' is called 'anna' now; its file before is 'anna.json.before'"
      ])
    #expect(locator.names == ["anna"])
    #expect(silent.engine.profileName == locator.path("anna"))
    #expect(try sounds("anna") == ["clap", "thud"])
    #expect(folder.bytes("flam/profiles/anna.json.before") == before)
  }

  @Test(
    "if the engine refuses, no file changes, and the refusal is reported", .slow,
    arguments: ["rename sound clap to clack", "delete sound clap", "rename profile me to anna"])
  func refused(line: String) throws {
    for name in ["me", "other"] { try write(name) }
    let before = folder.bytes("flam/profiles/me.json")
    let silent = try engine(playing: locator.path("other"))
    // It takes over while the engine runs, which this one does not: every other change is refused.
    try silent.engine.perform(.profile(EngineCommand.Profile(name: locator.path("me"))))
    let answer = TidyCommand(silent.engine, locator).carryOut(line)
    #expect(answer?[0].contains("another one is only just taking over") == true)
    let files = try FileManager.default.contentsOfDirectory(atPath: locator.folder)
    #expect(files.sorted() == ["me.json", "other.json"])
    #expect(folder.bytes("flam/profiles/me.json") == before)
    #expect(silent.engine.profileName == locator.path("me"))
  }
}
