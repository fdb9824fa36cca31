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

  @Test("a possible life of a hit has no fault")
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

  @Test("a note that is struck twice, or ends without being struck, is found")
  func notes() {
    func note(_ number: Int, _ action: PlayedNote.Action) -> EngineEvent {
      .note(
        EngineEvent.Note(
          id: HitIdentity(number, from: .key), action: action, pad: nil, velocity: 1,
          startFrame: 0, askedFrame: 0))
    }
    #expect(Self.faults([note(1, .on), note(2, .on), note(1, .off), note(3, .choke)]).isEmpty)
    #expect(Self.faults([note(1, .on), note(1, .on)]).count == 1)
    #expect(Self.faults([note(1, .on), note(2, .off)]).count == 1)
  }

  @Test("a hit that is still open, or not counted, and an end that is not reported, are found")
  func end() throws {
    func faults(_ events: [EngineEvent], heardFrames: Int = 0, hits: Int = 0, pops: Int = 0)
      -> [String]
    {
      var watch = EventWatch()
      var state = EngineState()
      for event in events {
        watch.take(event)
        state.apply(event)
      }
      watch.end(state: state, heardFrames: heardFrames, hits: hits, pops: pops)
      return watch.faults
    }
    let ended = EngineEvent.ended(EngineEvent.Ended())
    #expect(faults([.started, ended]) == [])
    #expect(faults([]) == ["the end was not published"])
    #expect(faults([.started, ended, ended]) == ["the end was published twice"])
    #expect(faults([ended, .started]) == ["it plays after its end"])
    let begun = try Self.hit("begun", 1, onset: 100)
    #expect(faults([begun, ended], heardFrames: 4900) == [])
    #expect(
      faults([begun, ended], heardFrames: 4901) == [
        "the hit 1 has begun and never ended"
      ])
    #expect(faults([ended], hits: 1) == ["1 hits were counted, and 0 published"])
    #expect(faults([ended], pops: 2) == ["2 pops were counted, and 0 published"])
    let recording = EngineEvent.recording(EngineEvent.Kept(.begun, path: "a.wav"))
    #expect(faults([recording, ended]) == ["[\"a.wav\"] were not closed"])
  }
}
