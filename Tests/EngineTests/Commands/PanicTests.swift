// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct PanicTests {
  @Test("all that sounds ends, at once or on a frame", .slow, arguments: [nil, 24_000])
  func ends(frame: Int?) throws {
    let silent = try SilentEngine()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    for pad in ["crash", "kick"] {
      try engine.perform(.noteOn(EngineCommand.NoteOn(pad: pad, velocity: 1)))
    }
    try engine.perform(.panic(EngineCommand.Panic(frame: frame)))
    var notes: [EngineEvent.Note] = []
    #expect(
      eventually {
        for case .note(let note) in subscription.take().events { notes.append(note) }
        return notes.count == 3 && engine.snapshot.soundingVoices == 0
      })
    engine.stop()
    let last = try #require(notes.last)
    #expect(last.action == .silence && last.place == nil && last.pad == nil)
    if let frame { #expect(last.startFrame == frame) }
  }
}
