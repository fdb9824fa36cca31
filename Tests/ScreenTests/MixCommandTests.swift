// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Screen

/// Commands typed while playing, without the playing.
@Suite struct MixCommandTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private var strips: [Strip] { engine.state.kit?.pads.map(\.strip) ?? [] }

  private func reported(_ line: String) -> [String]? { MixCommand(engine).carryOut(line) }

  @Test(
    "gain, place, sends, mute and solo of a drum, by its role, in any case or by a part of its name",
    .slow)
  func drums() {
    #expect(reported("kick -6") == ["kick: -6.0 dB"])
    #expect(reported("KICK gain 3") == ["kick: 3.0 dB"])
    #expect(reported("kick volume -inf") == ["kick: silent"])
    #expect(reported("snare pan 0.3") == ["snare: 0.0 dB, 30 % right"])
    #expect(reported("snare send -12") == ["snare: 0.0 dB, 30 % right, -12.0 dB into the room"])
    #expect(reported("snare pan kit") == ["snare: 0.0 dB, -12.0 dB into the room"])
    #expect(
      reported("snare delay -9") == [
        "snare: 0.0 dB, -12.0 dB into the room, -9.0 dB to the delay"
      ])
    #expect(reported("snare delay -inf") == ["snare: 0.0 dB, -12.0 dB into the room"])
    #expect(reported("snare send kit")?.first?.contains("give a number") == true)
    #expect(reported("mute side") == ["side-stick: 0.0 dB, muted"])
    #expect(reported("unmute side") == ["side-stick: 0.0 dB"])
    #expect(reported("solo crash")?.first?.hasSuffix("solo") == true)
    #expect(strips.filter(\.isSoloed).count == 1)
    #expect(reported("unsolo") == ["all drums are heard"])
    #expect(strips.filter(\.isSoloed).isEmpty)
  }

  @Test("numbers are read as people write them, and an incomplete command is reported", .slow)
  func habits() {
    #expect(reported("kick -3 dB") == ["kick: -3.0 dB"])
    #expect(reported("kick -4dB") == ["kick: -4.0 dB"])
    #expect(reported("kick pan -0,3") == ["kick: -4.0 dB, 30 % left"])
    for line in ["kick gain", "pan kick", "mute", "master"] {
      #expect(reported(line)?.first?.contains("'help'") == true, "\(line)")
    }
    #expect(reported("snare pan left")?.first?.hasPrefix("pan lies in -1...1, not 'left'") == true)
    #expect(reported("snare delay abc")?.first?.hasPrefix("delay lies in ") == true)
    #expect(reported("TR808EmulationKit") == nil)
  }

  @Test("the mix is shown with its buses, as they are by then", .slow)
  func mix() {
    #expect(
      reported("mix") == [
        "all drums are as their kit has them",
        "drums 0.0 dB, room 0.0 dB, delay 0.0 dB, backing 0.0 dB, click 0.0 dB, microphone silent, "
          + "instruments 0.0 dB, speech 0.0 dB, loops 0.0 dB, master 0.0 dB",
      ])
    #expect(reported("room -3") == ["room -3.0 dB"])
    #expect(reported("delay -3") == ["delay -3.0 dB"] && reported("delay 0") == ["delay 0.0 dB"])
    #expect(reported("master -inf") == ["master silent"])
    #expect(reported("mute room") == ["room -3.0 dB muted"])
    #expect(reported("unmute room") == ["room -3.0 dB"])
    _ = reported("kick -6")
    #expect(
      reported("mix") == [
        "kick: -6.0 dB",
        "drums 0.0 dB, room -3.0 dB, delay 0.0 dB, backing 0.0 dB, click 0.0 dB, microphone silent, "
          + "instruments 0.0 dB, speech 0.0 dB, loops 0.0 dB, master silent",
      ])
  }

  @Test(
    "the microphone and a backing have a gain before they are played along", .slow,
    arguments: ["microphone", "mic"])
  func others(microphone: String) throws {
    #expect(reported("\(microphone) -3") == ["microphone -3.0 dB"])
    #expect(reported("mix")?.last?.contains("microphone -3.0 dB") == true)
    #expect(reported("backing -3") == ["backing -3.0 dB"])
    let monitored = try SilentEngine { $0.settings.monitorDecibels = -9 }
    let command = MixCommand(monitored.engine)
    #expect(command.carryOut("mix")?.last?.contains("microphone -9.0 dB") == true)
    #expect(command.carryOut("\(microphone) -inf") == ["microphone silent"])
  }

  @Test(
    "a value out of range and an unknown drum are reported; other commands are left alone",
    .slow)
  func wrong() {
    for line in ["kick 99", "kick pan 2", "snare send 40", "mute gong", "drums 25"] {
      #expect(reported(line)?.count == 1, "\(line)")
    }
    #expect(strips.allSatisfy { $0 == Strip() })
    for line in ["rock kit", "kit 7", "gong -3", ""] { #expect(reported(line) == nil, "\(line)") }
  }

  @Test("changes that come too fast to be carried out are reported as lost", .slow)
  func lost() {
    var answers: [String] = []
    for _ in 0..<5000 { answers = reported("kick -6") ?? [] }
    #expect(answers.last?.contains("lost") == true)
  }
}
