// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct PanicTests {
  @Test("every pad of the kit is choked, at once or on a frame", .slow, arguments: [nil, 24_000])
  func chokes(frame: Int?) throws {
    let silent = try SilentEngine()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "crash", velocity: 1)))
    try engine.perform(ScheduledCommand(.panic, atFrame: frame))
    let pads = try #require(engine.state.kit?.pads)
    var chokes: [EngineEvent.Note] = []
    #expect(
      eventually {
        for case .note(let note) in subscription.take().events where note.action == .choke {
          chokes.append(note)
        }
        return chokes.count == pads.count && engine.snapshot.soundingVoices == 0
      })
    engine.stop()
    #expect(Set(chokes.compactMap(\.place)) == Set(pads.indices))
    if let frame { #expect(chokes.allSatisfy { $0.startFrame == frame }) }
  }
}
