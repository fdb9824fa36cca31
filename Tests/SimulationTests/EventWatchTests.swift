// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Simulation
import Testing

@Suite struct EventWatchTests {
  private static func hit(
    _ turn: String, _ number: Int, onset: Int = 0, settledAs hit: Int? = nil
  ) throws -> EngineEvent {
    let identity = try String(
      decoding: JSONEncoder().encode(HitIdentity(number, from: .microphone)), as: UTF8.self)
    let counted = hit.map { ",\"hit\":\($0)" } ?? ""
    let line =
      #"{"event":"hit.\#(turn)","id":\#(identity),"frame":\#(onset),"onsetFrame":\#(onset),"#
      + #""sound":"kick","velocity":0.5,"confidence":1\#(counted)}"#
    return try JSONDecoder().decode(EngineEvent.self, from: Data(line.utf8))
  }

  private static func faults(_ events: [EngineEvent]) -> [String] {
    var watch = EventWatch()
    for event in events { watch.take(event) }
    return watch.faults
  }

  @Test("a life of a hit that can be has no fault")
  func whole() throws {
    let events = try [
      Self.hit("begun", 1), Self.hit("begun", 2, onset: 100), Self.hit("revised", 1),
      Self.hit("withdrawn", 2, onset: 100), Self.hit("settled", 1, settledAs: 1),
      Self.hit("refused", 3, onset: 200),
    ]
    #expect(Self.faults(events).isEmpty)
  }

  @Test("a hit that is lost, doubled, out of order or wrongly numbered is found")
  func broken() throws {
    #expect(try Self.faults([Self.hit("begun", 1), Self.hit("begun", 1)]).count == 1)
    #expect(try Self.faults([Self.hit("revised", 1)]).count == 1)
    #expect(try Self.faults([Self.hit("withdrawn", 1)]).count == 1)
    let twice = try [
      Self.hit("begun", 1), Self.hit("settled", 1, settledAs: 1),
      Self.hit("settled", 1, settledAs: 2),
    ]
    #expect(Self.faults(twice).count == 1)
    #expect(
      try Self.faults([Self.hit("begun", 1), Self.hit("settled", 1, settledAs: 2)]).count == 1)
    let backwards = try [
      Self.hit("begun", 1, onset: 500), Self.hit("begun", 2, onset: 400),
      Self.hit("settled", 1, onset: 500, settledAs: 1),
      Self.hit("settled", 2, onset: 400, settledAs: 2),
    ]
    #expect(Self.faults(backwards).count == 1)
  }

  @Test(
    "an end that is not told, or told twice, and a state that the events do not come to, are found")
  func end() {
    var untold = EventWatch()
    untold.end(state: EngineState())
    #expect(untold.faults == ["the end was not told"])
    var twice = EventWatch()
    for _ in 0..<2 { twice.take(.ended(EngineEvent.Ended())) }
    #expect(twice.faults == ["the end was told twice"])
    var other = EventWatch()
    other.take(.started)
    other.take(.ended(EngineEvent.Ended()))
    other.take(.started)
    other.end(state: EngineState())
    #expect(other.faults == ["the state is not what the events come to"])
  }
}
