// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Console
@testable import Screen

/// Typed text that is no command.
@Suite struct TypedCommandTests {
  @Test("slips are reported with the likely word; a drum, a command or a kit", .slow)
  func slips() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let command = TypedCommand(engine, NewSounds(engine))
    for (line, meant) in [
      ("snaer -3", "snare -3"), ("sensitivty 60", "sensitivity 60"),
      ("Recrod x.wav", "record x.wav"),
      ("mtue kick", "mute kick"), ("helo", "help"), ("falm", "flam"),
    ] {
      let answer = command.carryOut(line)
      #expect(
        answer.count == 1 && answer[0].hasPrefix("'\(line)' is no command, drum or kit")
          && answer[0].contains("did you mean '\(meant)'?"), "\(answer)")
    }
    #expect(command.carryOut("snare").first?.hasPrefix("'snare' is a drum: write after it") == true)
    #expect(command.carryOut("banana").first?.contains("'kits' for the kits") == true)
    #expect(command.carryOut("sample mouth").first?.contains("in another terminal") == true)
    #expect(
      command.carryOut("bossa nova")
        == ["'bossa nova' is a groove: 'pattern bossa nova' plays it along"])
    #expect(command.carryOut("./nowhere.sfz").first?.contains("no such file") == true)
  }

  @Test("a sound plays another pad, by a role, a name or a part of one", .slow)
  func pads() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let command = TypedCommand(engine, NewSounds(engine))
    #expect(command.carryOut("pads").first == "kick plays kick")
    #expect(command.carryOut("Kick plays cowbell") == ["kick plays cowbell"])
    #expect(command.carryOut("snare plays ride be") == ["snare plays Ride bell"])
    #expect(
      command.carryOut("pads").prefix(2) == [
        "kick plays cowbell (chosen while playing)", "snare plays Ride bell (chosen while playing)",
      ])
    #expect(engine.state.pads == ["kick": "cowbell", "snare": "Ride bell"])
    #expect(
      command.carryOut("kick plays Tom High / ride be, clap + 36 from velocity 0.8")
        == ["kick plays tom-high / Ride bell, clap + 36 from velocity 0.8"])
    #expect(command.carryOut("kick plays clap, ride").first?.contains("say when") == true)
    #expect(command.carryOut("kick plays default") == ["kick plays kick"])
    #expect(engine.state.pads == ["snare": "Ride bell"])
    #expect(command.carryOut("keep pads").first?.contains("flam learn NAME") == true)
    #expect(command.carryOut("kick plays banjo").first?.contains("has no drum 'banjo'") == true)
    #expect(command.carryOut("gong plays kick").first?.contains("no sound 'gong'") == true)
  }

  @Test("what needs a microphone is refused with the reason where none is heard", .slow)
  func deaf() throws {
    let engine = try SilentEngine { ($0.kit, $0.input) = (nil, .nothing) }.engine
    let command = TypedCommand(engine, NewSounds(engine))
    for line in ["teach banana", "learn snare", "loop source microphone", "microphone 0"] {
      #expect(
        command.carryOut(line) == ["no microphone is heard: start without --input none"], "\(line)")
    }
    #expect(engine.state.loop?.source != .microphone && engine.state.bus(.microphone).gain == 0)
    #expect(command.carryOut("teach stop") == ["nothing is being taught"])
    #expect(command.carryOut("microphone -inf") == ["microphone silent"])
  }

  @Test("'kits' lists kits, and is not taken for the name of one")
  func kits() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let lines = TypedCommand(engine, NewSounds(engine)).carryOut("kits")
    #expect(lines.first?.hasPrefix("The name of a kit") == true)
    #expect(lines.dropFirst().contains { $0.hasPrefix("  flam") })
  }

  @Test("'help' lists every kind of command")
  func help() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let lines = TypedCommand(engine, NewSounds(engine)).carryOut("help")
    for word in [
      "kick -6", "sensitivity 60", "record groove.wav", "banana plays cowbell", "keep pads",
      "teach banana",
    ] {
      #expect(lines.contains { $0.hasPrefix(word) }, "\(word)")
    }
    #expect(TypedCommand.help("snare").contains { $0.hasPrefix("learn snare") })
    #expect(!TypedCommand.help("snare").contains { $0.hasPrefix("click") })
    // A command that continues in a second line is shown whole.
    #expect(TypedCommand.help("kick").contains { $0.hasSuffix("a part of a name.") })
    let nothing = TypedCommand.help("nonsense")
    #expect(nothing.first?.contains("'nonsense'") == true && nothing.count == lines.count + 1)
  }

  @Test("an incomplete command reports what is missing", .slow)
  func halves() throws {
    let engine = try SilentEngine { $0.kit = nil }.engine
    let command = TypedCommand(engine, NewSounds(engine))
    #expect(command.carryOut("kick plays").first?.contains("'kick plays cowbell'") == true)
    #expect(command.carryOut("threshold snare").first?.contains("'threshold snare -30'") == true)
  }
}

@Suite struct NearestNameTests {
  @Test(
    "slips are letters left out, added, mistaken or swapped",
    arguments: [
      ("snare", "snare", 0), ("snaer", "snare", 1), ("sare", "snare", 1), ("snarre", "snare", 1),
      ("snape", "snare", 1), ("", "kick", 4), ("kcik ", "kick", 2),
    ])
  func slips(typed: String, meant: String, count: Int) {
    #expect(NearestName.slips(typed, meant) == count)
  }

  @Test("one slip for three letters is forgiven, no more, and a correct word is no slip")
  func nearest() {
    #expect(NearestName.of("kikc", among: ["kick", "snare"]) == "kick")
    #expect(NearestName.of("ka", among: ["kick", "snare"]) == nil)
    #expect(NearestName.of("banana", among: ["kick", "snare"]) == nil)
    #expect(NearestName.of("kick", among: ["kick"]) == nil)
  }
}
