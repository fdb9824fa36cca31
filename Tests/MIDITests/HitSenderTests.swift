// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Testing

@testable import MIDI

/// The notes that Flam sends over MIDI for its drums, and when.
@Suite struct HitSenderTests {
  private static let rateHz = 48_000.0
  /// Output frames leave 10 ms after they are counted; notes come 2 ms later.
  private static func clock(_ frame: Int) -> Double? { Double(frame) / rateHz + 0.01 }

  private func state() -> EngineState {
    func pad(_ name: String, _ note: Int?) -> EngineEvent.Kit.Pad {
      EngineEvent.Kit.Pad(
        name: name,
        names: DrumName.names(role: PadRole(name: name) ?? .other, name: name, note: note),
        note: note, strip: Strip())
    }
    var state = EngineState()
    state.apply(
      .kit(
        EngineEvent.Kit(
          name: "test", path: nil,
          pads: [
            pad("kick", 11), pad("snare", 38), pad("hihat-closed", nil), pad("hihat-open", nil),
            pad("bell", 80),
          ])))
    return state
  }

  private func hit(
    _ turn: String, _ id: Int, _ sound: String?, velocity: Double = 0.5, start: Int? = 4800
  ) throws -> EngineEvent {
    var line: [String: Any] = [
      "event": "hit.\(turn)", "id": "\(id)", "frame": 4700, "onsetFrame": 4660,
      "sound": sound ?? NSNull(), "velocity": velocity, "confidence": 0.9,
    ]
    line["startFrame"] = start
    return try JSONDecoder().decode(
      EngineEvent.self, from: JSONSerialization.data(withJSONObject: line))
  }

  /// The messages for some events, each taken in at its time.
  private func sent(
    _ events: [(seconds: Double, event: EngineEvent)], _ table: MIDITable = MIDITable()
  ) -> [TimedMessage] {
    var (sender, sent) = (HitSender(table), [TimedMessage]())
    for (seconds, event) in events {
      sent += sender.due(beforeSeconds: seconds, clock: Self.clock)
      sender.take(event, state(), atSeconds: seconds, clock: Self.clock)
    }
    return sent + sender.due(beforeSeconds: 100, clock: Self.clock)
  }

  private func on(_ note: Int, _ velocity: Int = 64) -> MIDIMessage {
    .noteOn(channel: 10, note: note, velocity: velocity)
  }
  private func off(_ note: Int) -> MIDIMessage { .noteOff(channel: 10, note: note) }

  @Test(
    "a hit is a note when its drum leaves the device, whenever it is published, and ends 100 ms later"
  )
  func hits() throws {
    for reported in [0.1, 0.1042, 0.1113] {
      let sent = try sent([(reported, hit("begun", 1, "kick")), (0.15, hit("settled", 1, "kick"))])
      #expect(sent.map(\.message) == [on(36), off(36)])
      #expect(zip(sent, [0.112, 0.212]).allSatisfy { abs($0.seconds - $1) < 1e-9 }, "\(sent)")
    }
  }

  @Test("the end of all sounds is one message of the channel")
  func silence() {
    let note = EngineEvent.Note(
      id: HitIdentity(1, from: .key), action: .silence, pad: nil, velocity: 0, startFrame: 4800,
      askedFrame: 4800)
    let sent = sent([(0.1, .note(note))])
    #expect(sent.map(\.message) == [.controlChange(channel: 10, controller: 120, value: 0)])
    #expect(sent.allSatisfy { abs($0.seconds - 0.112) < 1e-9 })
  }

  @Test("a correction before its time is never sent wrong; later the wrong note ends at once")
  func corrections() throws {
    let early = try sent([
      (0.1, hit("begun", 1, "kick")), (0.102, hit("revised", 1, "snare", velocity: 1)),
    ])
    #expect(early.map(\.message) == [on(38, 127), off(38)])
    let late = try sent([(0.1, hit("begun", 1, "kick")), (0.12, hit("revised", 1, "snare"))])
    #expect(
      late.filter { $0.seconds <= 0.12 }.map(\.message) == [on(36), off(36), on(38)])
    #expect(late.filter { $0.message == off(38) }.count == 1)
    let withdrawn = try sent([(0.1, hit("begun", 1, "kick")), (0.105, hit("withdrawn", 1, nil))])
    #expect(withdrawn == [])
    let ended = try sent([(0.1, hit("begun", 1, "kick")), (0.13, hit("withdrawn", 1, nil))])
    #expect(ended.prefix(2).map(\.message) == [on(36), off(36)])
    #expect(abs(ended[1].seconds - 0.13) < 1e-9)
  }

  @Test("a note that was handed over before its time ends no earlier than it begins")
  func handedOver() throws {
    for event in [try hit("withdrawn", 1, nil), .ended(EngineEvent.Ended())] {
      var sender = HitSender(MIDITable())
      sender.take(try hit("begun", 1, "kick"), state(), atSeconds: 0.1, clock: Self.clock)
      var sent = sender.due(beforeSeconds: 0.1125, clock: Self.clock)
      #expect(sent.map(\.message) == [on(36)])
      sender.take(event, state(), atSeconds: 0.111, clock: Self.clock)
      sent += sender.due(beforeSeconds: 100, clock: Self.clock)
      #expect(sent.map(\.message) == [on(36), off(36)])
      #expect(sent.count == 2 && sent[1].seconds >= sent[0].seconds)
      #expect(sent.count == 2 && sent[1].seconds < 0.12)
    }
  }

  @Test("settled hits alone are sent 48 ms after their drums, in place of their guesses")
  func settled() throws {
    var table = MIDITable()
    table.sending = .settled
    let sent = try sent(
      [
        (0.1, hit("begun", 1, "kick")), (0.11, hit("revised", 1, "snare")),
        (0.146, hit("settled", 1, "snare")), (0.2, hit("begun", 2, "kick", start: 9600)),
        (0.21, hit("withdrawn", 2, nil)),
      ], table)
    #expect(sent.map(\.message) == [on(38), off(38)])
    #expect(abs(sent[0].seconds - 0.158) < 1e-9)
  }

  @Test("notes are those of the table, of General MIDI, of the kit; the hi-hat sends its pedal")
  func notes() throws {
    var table = MIDITable()
    (table.notesOut, table.channelOut) = (["snare": 40], 3)
    let sent = try sent(
      [
        (0.1, hit("begun", 1, "snare")), (1, hit("begun", 2, "bell", start: 48_000)),
        (2, hit("begun", 3, "hihat-open", start: 96_000)),
        (3, hit("begun", 4, "hihat-closed", start: 144_000)),
        (4, hit("begun", 5, "hihat-closed", start: 192_000)),
      ], table)
    let begun = sent.map(\.message).filter { if case .noteOff = $0 { false } else { true } }
    #expect(
      begun == [
        .noteOn(channel: 3, note: 40, velocity: 64), .noteOn(channel: 3, note: 80, velocity: 64),
        .controlChange(channel: 3, controller: 4, value: 0),
        .noteOn(channel: 3, note: 46, velocity: 64),
        .controlChange(channel: 3, controller: 4, value: 127),
        .noteOn(channel: 3, note: 42, velocity: 64), .noteOn(channel: 3, note: 42, velocity: 64),
      ])
  }

  @Test("the end lets no note sound on")
  func end() throws {
    let sent = try sent([
      (0.1, hit("begun", 1, "kick")), (0.12, .ended(EngineEvent.Ended())),
    ])
    #expect(sent.map(\.message) == [on(36), off(36)])
    #expect(abs(sent[1].seconds - 0.12) < 1e-9)
  }

  private func tempo(
    _ frame: Int, _ beatsPerMinute: Double = 120, _ meter: String = "4/4", isClicking: Bool = true
  ) throws -> EngineEvent {
    let line = """
      {"event":"tempo","frame":\(frame),"beatsPerMinute":\(beatsPerMinute),"meter":"\(meter)","isClicking":\(isClicking)}
      """
    return try JSONDecoder().decode(EngineEvent.self, from: Data(line.utf8))
  }

  /// The messages for some tempi, each published 0.1 s before its frame leaves.
  private func beat(_ tempi: [EngineEvent], until end: Double) throws -> [TimedMessage] {
    var table = MIDITable()
    table.sendsClock = true
    var state = state()
    let devices = """
      {"event":"devices","rateHz":48000,"periodFrames":64,"notes":[]}
      """
    state.apply(try JSONDecoder().decode(EngineEvent.self, from: Data(devices.utf8)))
    var (sender, sent, left) = (HitSender(table), [TimedMessage](), tempi[...])
    for turn in 0..<Int(end * 100) {
      let now = Double(turn) / 100
      while case .tempo(let tempo)? = left.first, Self.clock(tempo.frame) ?? 0 < now + 0.1 {
        sender.take(left.removeFirst(), state, atSeconds: now, clock: Self.clock)
      }
      sent += sender.due(beforeSeconds: now + 0.0015, clock: Self.clock)
    }
    return sent
  }

  @Test("the beat is 24 clocks a quarter, from the frame of the metronome, between start and stop")
  func beat() throws {
    let sent = try beat([tempo(48_000), tempo(96_000, isClicking: false)], until: 3)
    #expect(sent.first?.message == .start && sent.last?.message == .stop)
    let clocks = sent.filter { $0.message == .clock }
    #expect(clocks.count == 48)
    for (index, clock) in clocks.enumerated() {
      #expect(abs(clock.seconds - 1.01 - Double(index) / 48) < 3e-5)
    }
    let compound = try beat([tempo(48_000, 80, "6/8"), tempo(96_000, isClicking: false)], until: 3)
    // A beat of 6/8 is a dotted quarter: 36 clocks.
    #expect(compound.filter { $0.message == .clock }.count == 48)
  }

  @Test("for ten minutes each clock is sent at the time of its frame by the formula")
  func steady() throws {
    let sent = try beat([tempo(48_000, 97.3), tempo(600 * 48_000, isClicking: false)], until: 601)
    let clocks = sent.filter { $0.message == .clock }
    #expect(clocks.count == Int((599 * 97.3 / 60 * 24).rounded(.up)))
    let wrong = clocks.enumerated().filter { index, clock in
      let frame = (48_000 + Double(index) * 60 * 48_000 / (97.3 * 24)).rounded()
      return abs(clock.seconds - frame / Self.rateHz - 0.01) > 1e-9
    }
    #expect(wrong.isEmpty)
  }

  @Test("if the tempo changes the clocks go on, none twice and none left out")
  func changes() throws {
    let sent = try beat(
      [tempo(48_000), tempo(73_300, 60), tempo(120_000, 60, "3/4")], until: 3.5)
    #expect(sent.filter { $0.message == .start }.count == 1)
    let clocks = sent.filter { $0.message == .clock }.map(\.seconds)
    let steps = zip(clocks, clocks.dropFirst()).map { $1 - $0 }
    let change = 73_300 / Self.rateHz + 0.01
    for (clock, step) in zip(clocks, steps) {
      let expected = clock + 1.0 / 48 < change ? 1.0 / 48 : 1.0 / 24
      // The step in which it changes lies between.
      let isCrossing = clock < change && clock + step > change
      #expect(
        isCrossing ? (0.0208...0.0417).contains(step) : abs(step - expected) < 5e-5, "\(clock)")
    }
  }
}
