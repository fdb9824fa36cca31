// SPDX-License-Identifier: GPL-3.0-or-later
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

  private func command(playing name: String? = nil) throws -> TidyCommand {
    let profile = try locator.profile(name)
    let silent = try SilentEngine {
      $0.profile = profile
      $0.profileName = name
    }
    return TidyCommand(silent.engine, locator)
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
    let command = try command(playing: "me")
    #expect(command.carryOut("delete profile me")?[0].contains("plays") == true)
    #expect(command.carryOut("rename sound clap to thud")?[0].contains("already") == true)
    _ = command.carryOut("rename sound Clap to clack one")
    #expect(try sounds("me") == ["clack one", "thud"])
    _ = command.carryOut("delete sound thud")
    #expect(try sounds("me") == ["clack one"])
    #expect(command.carryOut("delete sound clack one")?[0].contains("only sound") == true)
    #expect(try sounds("me") == ["clack one"])
  }
}
