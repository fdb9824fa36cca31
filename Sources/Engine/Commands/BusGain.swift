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

extension EngineCommand.Bus: ControlCommand, PreparedCommand {
  static let name = "mix.bus"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var command: EngineCommand { .bus(self) }
  var changeText: String { "the gain of \(bus.rawValue)" }
  private var operation: String { "set the gain of \(bus.rawValue)" }

  func check(_ control: EngineControl) throws(EngineError) {
    guard MixBus.gainScale.range.contains(gain) else {
      throw EngineError(
        operation, reason: "\(gain) is no gain",
        advice: "give one in \(MixBus.gainScale.range.text), linear")
    }
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.change(operation, atFrame: frame) { $0.mix(bus, gain: gain, atFrame: $1) }
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    [.bus(Self(bus, gain: state.buses[bus.rawValue] ?? 1))]
  }

  var target: String? { "\(Self.name) \(bus.rawValue)" }
}
