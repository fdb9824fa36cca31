// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Sequencing
import Testing

@testable import Boards

@Suite struct SwitchCommandsTests {
  private var commands = SwitchCommands()
  private var state = EngineState()

  private mutating func press(
    _ action: BoardTable.Switch.Action, of pad: String? = nil, atSeconds seconds: Double = 0
  ) -> EngineCommand? {
    commands.command(
      BoardTable.Switch(pin: "2", does: action, of: pad), atNanoseconds: Int64(1e9 * seconds),
      state, kits: { ["flam", "jazz", "rock"] }, recordingPath: { "new.flac" })
  }

  @Test("recordings and sessions begin, and end when pressed again")
  mutating func toggles() {
    #expect(press(.record) == .record(EngineCommand.Record(path: "new.flac")))
    #expect(press(.session) == .session(EngineCommand.Session()))
    state.apply(.recording(EngineEvent.Kept(.begun, path: "new.flac")))
    state.apply(.session(EngineEvent.Kept(.begun, path: "session")))
    #expect(press(.record) == .endRecording)
    #expect(press(.session) == .endSession)
  }

  @Test("the metronome is turned on and off")
  mutating func click() {
    #expect(press(.click) == .tempo(EngineCommand.Tempo(isClicking: true)))
    var tempo = PlayedTempo()
    tempo.isClicking = true
    state.apply(.tempo(EngineEvent.Tempo(frame: 0, tempo)))
    #expect(press(.click) == .tempo(EngineCommand.Tempo(isClicking: false)))
  }

  @Test("four taps half a second apart are 120 beats a minute, three are not enough")
  mutating func taps() {
    #expect(press(.tap, atSeconds: 10) == nil)
    #expect(press(.tap, atSeconds: 10.5) == nil)
    #expect(press(.tap, atSeconds: 11) == nil)
    guard case .tempo(let tempo)? = press(.tap, atSeconds: 11.5) else {
      Issue.record("no tempo")
      return
    }
    #expect(abs((tempo.beatsPerMinute ?? 0) - 120) < 1e-6)
  }

  @Test("mute silences the drums, and brings them back as loud as they were")
  mutating func mute() {
    state.apply(.mix(CommandEffect(.bus(BusChange(.drums, .gain, 0.5)), frame: 0)))
    for (value, gain) in [(1, 0), (0, 0.5)] as [(Float, Float)] {
      #expect(press(.mute) == .bus(BusChange(.drums, .mute, value)))
      state.apply(.mix(CommandEffect(.bus(BusChange(.drums, .mute, value)), frame: 0)))
      #expect(state.bus(.drums).heardGain == gain)
    }
  }

  @Test("kits follow one another, and a pad is choked")
  mutating func kits() {
    #expect(press(.nextKit) == .kit(EngineCommand.Kit(name: "flam")))
    #expect(press(.previousKit) == .kit(EngineCommand.Kit(name: "rock")))
    #expect(
      press(.choke, of: "crash") == .choke(EngineCommand.Choke(pad: "crash", source: .board)))
    #expect(press(.undo) == .undo)
    #expect(press(.loop) == .loop(.record))
    #expect(press(.undoLoop) == .loop(.undo))
    #expect(press(.muteLoop) == .loop(.mute(nil, layer: nil)))
  }
}
