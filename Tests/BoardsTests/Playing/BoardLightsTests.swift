// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import FoundationEssentials
import Instrument
import Sequencing
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

  /// A step at a time, while an output frame is heard at its number of microseconds.
  private func turn(_ lights: inout BoardLights, _ milliseconds: Int64) -> [FirmataMessage] {
    lights.tick(at: milliseconds * Self.millisecond) { Int64($0) * 1000 }
  }

  private func tempo(frame: Int, _ meter: Meter, isClicking: Bool) throws -> EngineEvent {
    var tempo = PlayedTempo()
    (tempo.beatsPerMinute, tempo.meter, tempo.isClicking) = (120, meter, isClicking)
    return .tempo(EngineEvent.Tempo(frame: frame, tempo))
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
    #expect(lights.nextTickNanoseconds == 60 * Self.millisecond)
    #expect(turn(&lights, 59) == [])
    #expect(turn(&lights, 60) == [.digitalPin(pin: 13, isHigh: false)])
    #expect(lights.react(to: note("kick", 1), at: 90 * Self.millisecond).count == 1)
    #expect(turn(&lights, 100) == [.analog(channel: 9, value: 0)])
  }

  @Test("the drum that a lesson asks for is lit as long as it does, by its sound or its pad")
  func lessons() throws {
    var lights = lights(
      BoardTable.Light(pin: "2", shows: .lesson, of: "knuckle"),
      BoardTable.Light(pin: "3", shows: .lesson, of: "snare"),
      BoardTable.Light(pin: "4", shows: .lesson, of: "kick"))
    func lesson(_ step: String) throws -> EngineEvent {
      let line = """
        {"event":"lesson","step":"\(step)","sound":"knuckle","pad":"snare","isHolding":false}
        """
      return try JSONDecoder().decode(EngineEvent.self, from: Data(line.utf8))
    }
    #expect(try lights.react(to: lesson("countIn"), at: 0) == [])
    #expect(
      try lights.react(to: lesson("tap"), at: 0)
        == [.digitalPin(pin: 2, isHigh: true), .analog(channel: 3, value: 255)])
    #expect(try lights.react(to: lesson("heard"), at: 0) == [])
    #expect(
      try lights.react(to: lesson("taught"), at: 0)
        == [.digitalPin(pin: 2, isHigh: false), .analog(channel: 3, value: 0)])
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

  @Test("a pin that a board does not have is reported, and the others light")
  func refusals() {
    var lights = BoardLights(
      BoardTable(lights: [
        BoardTable.Light(pin: "1", shows: .hit), BoardTable.Light(pin: "A0", shows: .hit),
      ]))
    #expect(lights.connect(Self.uno).refusals.map(\.name) == ["1"])
    #expect(lights.react(to: note("kick", 1), at: 0) == [.digitalPin(pin: 14, isHigh: true)])
    #expect(lights.allDark() == [.digitalPin(pin: 14, isHigh: false)])
  }

  @Test(
    "lights flash on the audible beats, the first of a bar brighter or apart, until the clicks end"
  )
  func beats() throws {
    var lights = lights(
      BoardTable.Light(pin: "9", shows: .beat, milliseconds: 100),
      BoardTable.Light(pin: "12", shows: .downbeat, milliseconds: 100))
    // 48 frames are 48 us here: a beat of 24 000 frames every 24 ms, from frame 48 000 on.
    let waltz = try #require(Meter("3/4"))
    #expect(
      lights.react(to: try tempo(frame: 48_000, waltz, isClicking: true), at: 0) == [])
    #expect(turn(&lights, 47) == [])
    #expect(lights.nextTickNanoseconds == 48 * Self.millisecond)
    let first: [FirmataMessage] = [
      .analog(channel: 9, value: 255), .digitalPin(pin: 12, isHigh: true),
    ]
    #expect(turn(&lights, 48) == first)
    #expect(lights.nextTickNanoseconds == 72 * Self.millisecond)
    #expect(turn(&lights, 72) == [.analog(channel: 9, value: 64)])
    #expect(turn(&lights, 96) == [.analog(channel: 9, value: 64)])
    #expect(turn(&lights, 120) == first)
    // Beats missed by a second are not made up for: only the last one is shown.
    #expect(turn(&lights, 900).count == 3)
    _ = lights.react(to: try tempo(frame: 910_000, waltz, isClicking: false), at: 0)
    #expect(turn(&lights, 1899).allSatisfy { $0 != .analog(channel: 9, value: 64) })
    #expect(turn(&lights, 1999) == [])
  }

  @Test(
    "lasting lights are sent again each second, for a board that has put them out; a coil is not")
  func refreshes() {
    var lights = lights(
      BoardTable.Light(pin: "2", shows: .recording),
      BoardTable.Light(pin: "3", shows: .recording, maximumMilliseconds: 500))
    #expect(turn(&lights, 0) == [])
    _ = lights.react(to: .session(EngineEvent.Kept(.begun, path: "b")), at: 0)
    #expect(lights.nextTickNanoseconds == 1000 * Self.millisecond)
    #expect(turn(&lights, 1000) == [.digitalPin(pin: 2, isHigh: true)])
    #expect(turn(&lights, 1999) == [])
    #expect(turn(&lights, 2000) == [.digitalPin(pin: 2, isHigh: true)])
    _ = lights.react(to: .session(EngineEvent.Kept(.closed, path: "b")), at: 0)
    #expect(turn(&lights, 3000) == [])
  }

  @Test("a recording and a click that began before the lights came are shown")
  func late() throws {
    var state = EngineState()
    state.apply(.recording(EngineEvent.Kept(.begun, path: "a.wav")))
    state.apply(try tempo(frame: 0, .common, isClicking: true))
    var lights = BoardLights(
      BoardTable(lights: [
        BoardTable.Light(pin: "2", shows: .recording), BoardTable.Light(pin: "4", shows: .beat),
      ]))
    lights.begin(state)
    #expect(lights.connect(Self.uno).messages.contains(.digitalPin(pin: 2, isHigh: true)))
    #expect(turn(&lights, 24) == [.digitalPin(pin: 4, isHigh: true)])
  }

  @Test("lights that come after a change of tempo show the same bars as earlier ones")
  func lateBars() throws {
    var state = EngineState()
    state.apply(try tempo(frame: 0, .common, isClicking: true))
    // In the middle of the second beat.
    state.apply(try tempo(frame: 36_000, try #require(Meter("3/4")), isClicking: true))
    var lights = BoardLights(
      BoardTable(lights: [BoardTable.Light(pin: "4", shows: .downbeat, milliseconds: 10)]))
    lights.begin(state)
    _ = lights.connect(Self.uno)
    let lit = (0..<300).filter {
      turn(&lights, Int64($0)).contains(.digitalPin(pin: 4, isHigh: true))
    }
    #expect(lit == [0, 72, 144, 216, 288])
  }

  @Test("a servo turns as far as the hit is hard, and back to its rest")
  func servos() {
    var servo = BoardTable.Servo()
    (servo.restDegrees, servo.fullDegrees) = (100, 40)
    let light = BoardTable.Light(pin: "9", shows: .hit, of: "snare", servo: servo)
    var lights = BoardLights(BoardTable(lights: [light]))
    let standard = ConnectedBoard(firmware: "StandardFirmata.ino", profile: .assumed)
    #expect(
      lights.connect(standard).messages == [
        .servoConfig(pin: 9, minimumMicroseconds: 544, maximumMicroseconds: 2400),
        .pinMode(pin: 9, mode: .servo), .analog(channel: 9, value: 100),
      ])
    #expect(lights.react(to: note("snare", 0.5), at: 0) == [.analog(channel: 9, value: 70)])
    #expect(turn(&lights, 60) == [.analog(channel: 9, value: 100)])
    let noServo = BoardProfile(
      capabilities: [[PinCapability(.output, resolutionBits: 1)]], analogChannels: [nil])
    let refused = lights.connect(ConnectedBoard(firmware: "FlamPads", profile: noServo)).refusals
    #expect(refused.map(\.mode) == [.servo])
    #expect(lights.react(to: note("snare", 1), at: 0) == [])
  }
}
