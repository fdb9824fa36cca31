// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a take through Flam's engine: swift run play-along [TAKE] [KIT]
// Prints hits as they begin, changes kit and mix, strikes a cymbal, records, and quits.
import Engine

@main struct PlayAlong {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    var setup = EngineSetup()
    setup.input = .take(
      path: arguments.first ?? "Samples/takes/table.flac", channels: .mean, isLooped: true)
    setup.output = .nothing
    let engine = try Engine(setup)
    let news = engine.events.subscribe()
    try engine.start()

    let path = "play-along-\(UInt32.random(in: 0 ... .max)).wav"
    try engine.perform(.record(EngineCommand.Record(path: path)))
    try engine.perform(.strip(EngineCommand.Strip(drum: "snare", .gain, 0.5)))
    if let kit = arguments.dropFirst().first {
      try engine.perform(.kit(EngineCommand.Kit(name: kit)))
    }

    var hits = 0
    while engine.isRunning {
      for event in news.wait(milliseconds: 100).events {
        switch event {
        case .hit(let hit) where hit.turn == .begun:
          hits += 1
          print("hit \(hits): \(hit.sound ?? "none") at frame \(hit.onsetFrame)")
          if hits == 4 { try strikeCymbal(engine) }
          if hits == 8 { try engine.perform(.quit) }
        case .note(let note): print("\(note.pad ?? "note") struck at frame \(note.startFrame)")
        case .kit(let kit): print("kit: \(kit.name), \(kit.pads.count) pads")
        case .kitFailed(let failed): print(failed.reason)
        default: break
        }
      }
    }
    engine.stop()
    engine.finish()
    print("\(engine.report().snapshot.hits) hits; \(engine.state.kit?.name ?? "no kit") played")
  }

  /// On the frame that is a tenth of a second ahead.
  private static func strikeCymbal(_ engine: Engine) throws {
    let frame = (engine.state.meters?.frame ?? 0) + (engine.state.devices?.rateHz ?? 48_000) / 10
    try engine.perform(
      .noteOn(EngineCommand.NoteOn(pad: "crash", velocity: 0.8, source: .score, frame: frame)))
  }
}
