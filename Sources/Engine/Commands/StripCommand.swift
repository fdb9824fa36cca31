// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Changes the strips of the named drums.
  public typealias Strip = StripChange
}

extension StripChange: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "mix.strip"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .strip(self) }
  var changeText: String { "the mix of \(drum)" }
  var operation: String { "change the mix of '\(drum)'" }

  func check(_ control: EngineControl) throws(EngineError) {
    _ = try control.pads(drum, operation)
  }

  func checkBounds() throws(EngineError) { try checkRanges(operation) }

  /// It also holds for later kits.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.mix.apply(self)
    performance.sendStrips(of: performance.kit.pads(named: drum), atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .mix(CommandEffect(command, frame: frame + Instrument.outputLatencyFrames))
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let kit = state.kit else { return [] }
    return kit.pads(named: drum).map { place in
      .strip(inverse(of: kit.pads[place].strip, channel: kit.pads[place].name))
    }
  }

  var target: String? { target(of: drum) }
}
