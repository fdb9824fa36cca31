// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineCommand {
  /// The beginning of the track that was loaded last.
  struct StartBacking: PlainCommand, ControlCommand {
    static let name = "backing.start"
    static let timing = Timing.ahead
    static let isForGuests = true
    var command: EngineCommand { .startBacking }

    func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
      let loaded = try engine.control.withLock { control throws(EngineError) in
        try control.check(command)
        guard let taken = control.loaded?.handOver() else {
          throw EngineError(
            BackingStart.operation, reason: "none is loaded", advice: "load one first")
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
    try control.change(Self.operation, atFrame: frame) {
      $0.play(along: track, as: backing, atFrame: $1)
    }
  }
}
