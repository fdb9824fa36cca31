// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// The gain of a bus.
  public struct Bus: Codable, Sendable, Equatable {
    /// Which.
    public var bus: MixBus
    /// Linear, 0...16; 0 for silence.
    public var gain: Float

    /// A gain.
    public init(_ bus: MixBus, gain: Float) { (self.bus, self.gain) = (bus, gain) }
  }
}

extension EngineCommand.Bus: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "mix.bus"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .bus(self) }
  var changeText: String { "the gain of \(bus.rawValue)" }
  var operation: String { "set the gain of \(bus.rawValue)" }

  func checkBounds() throws(EngineError) {
    guard MixBus.gainScale.range.contains(gain) else {
      throw EngineError(
        operation, reason: "\(gain) is no gain",
        advice: "give one in \(MixBus.gainScale.range.text), linear")
    }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.desk.apply(bus, gain: gain)
    performance.send([.bus(bus, gain: gain)], atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .mix(CommandEffect(command, frame: frame + Instrument.outputLatencyFrames))
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.bus(Self(bus, gain: state.buses[bus.rawValue] ?? 1))]
  }

  var target: String? { "\(Self.name) \(bus.rawValue)" }
}
