// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Instrument
import Testing

@testable import Boards

@Suite struct BoardLightsTests {
  private static let uno = ConnectedBoard(firmware: "FlamPads", profile: .assumed)
  private static let millisecond: Int64 = 1_000_000

  private func lights(_ lights: BoardTable.Light...) -> BoardLights {
    var shown = BoardLights(BoardTable(lights: lights))
    _ = shown.connect(Self.uno)
    return shown
  }

  private func note(_ pad: String, _ velocity: Float) -> EngineEvent {
    .note(
      EngineEvent.Note(
        id: HitIdentity(1, from: .board), action: .on, pad: pad, velocity: velocity,
        startFrame: 0, askedFrame: 0))
  }

  @Test("a note lights its lamp as bright as it is strong, for its time")
  func flashes() {
    var lights = lights(
      BoardTable.Light(pin: "9", shows: .hit, of: "snare", milliseconds: 100),
      BoardTable.Light(pin: "13", shows: .hit))
    #expect(
      lights.react(to: note("snare", 0.5), at: 0) == [
        .analog(channel: 9, value: 128), .digitalPin(pin: 13, isHigh: true),
      ])
    #expect(lights.nextTurnNanoseconds == 60 * Self.millisecond)
    #expect(lights.turn(at: 59 * Self.millisecond) == [])
    #expect(lights.turn(at: 60 * Self.millisecond) == [.digitalPin(pin: 13, isHigh: false)])
    #expect(lights.react(to: note("kick", 1), at: 90 * Self.millisecond).count == 1)
    #expect(lights.turn(at: 100 * Self.millisecond) == [.analog(channel: 9, value: 0)])
  }

  @Test("a recording lights its lamp until the last one is closed, also on a board that comes late")
  func records() {
    var lights = lights(BoardTable.Light(pin: "2", shows: .recording))
    let on = FirmataMessage.digitalPin(pin: 2, isHigh: true)
    #expect(lights.react(to: .recording(EngineEvent.Kept(.begun, path: "a")), at: 0) == [on])
    #expect(lights.react(to: .session(EngineEvent.Kept(.begun, path: "b")), at: 0) == [])
    #expect(lights.connect(Self.uno).messages == [.pinMode(pin: 2, mode: .output), on])
    #expect(lights.react(to: .recording(EngineEvent.Kept(.closed, path: "a")), at: 0) == [])
    #expect(
      lights.react(to: .session(EngineEvent.Kept(.closed, path: "b")), at: 0)
        == [.digitalPin(pin: 2, isHigh: false)])
  }

  @Test("a coil is guarded by the board, and takes no PWM")
  func coils() {
    let coil = BoardTable.Light(pin: "3", shows: .hit, maximumMilliseconds: 40)
    var lights = BoardLights(BoardTable(lights: [coil]))
    #expect(
      lights.connect(Self.uno).messages == [
        .pinMode(pin: 3, mode: .output), .pads(.maximumOnTime(pin: 3, milliseconds: 40)),
      ])
    #expect(lights.react(to: note("kick", 0.1), at: 0) == [.digitalPin(pin: 3, isHigh: true)])
    let standard = ConnectedBoard(firmware: "StandardFirmata.ino", profile: .assumed)
    #expect(lights.connect(standard).refusals.map(\.name) == ["3"])
    #expect(lights.react(to: note("kick", 1), at: 0) == [])
  }

  @Test("a pin that a board does not have is told, and the others light")
  func refusals() {
    var lights = BoardLights(
      BoardTable(lights: [
        BoardTable.Light(pin: "1", shows: .hit), BoardTable.Light(pin: "A0", shows: .hit),
      ]))
    #expect(lights.connect(Self.uno).refusals.map(\.name) == ["1"])
    #expect(lights.react(to: note("kick", 1), at: 0) == [.digitalPin(pin: 14, isHigh: true)])
    #expect(lights.allDark() == [.digitalPin(pin: 14, isHigh: false)])
  }
}
