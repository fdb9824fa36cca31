// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Plays the last loaded backing track.
  struct StartBacking: PlainCommand, ControlCommand {
    static let name = "backing.start"
    static let timing = Timing.ahead
    static let isForGuests = true
    static var effect: (any PerformanceCommand.Type)? { PlayedBacking.self }
    var command: EngineCommand { .startBacking }

    func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
      let loaded = try engine.control.withLock { control throws(EngineError) in
        try control.check(command)
        guard let taken = control.loaded?.handOver() else {
          throw EngineError(
            BackingStart.operation, reason: "no backing is loaded", advice: "load one first")
        }
        return taken
      }
      return try loaded.start(sampleRateHz: engine.loop.rateHz)
    }
  }
}

/// A track that is open and not played yet.
struct BackingStart: PreparedCommand {
  static var operation: String { "start the backing" }

  let track: BackingTrack
  let backing: PlayedBacking

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.take(backing, atFrame: frame, EffectResources(track: { [track] _ in track }))
  }
}

/// A track that begins, in place of the one before.
extension PlayedBacking: PerformanceCommand {
  static var name: String { EngineCommand.StartBacking.name }
  var operation: String { BackingStart.operation }

  func checkBounds() throws(EngineError) {
    guard isPossible else { throw EngineError(operation, reason: Self.fault, advice: Self.bounds) }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.play(along: resources.track(self), atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .backing(
      EngineEvent.Backing(.begun, path: path, frame: frame + Instrument.outputLatencyFrames))
  }
}
