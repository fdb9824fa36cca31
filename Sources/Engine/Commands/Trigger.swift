// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Synchronization

extension EngineCommand {
  /// Changes a board's pad, in drummers' terms; nil fields stay as they are.
  public struct Trigger: Codable, Sendable, Equatable {
    /// The input of the pad, "A0".
    public var input: String
    /// How little force full velocity needs, 0...100; 50 leaves it unchanged.
    public var sensitivity: Double?
    /// The lowest peak of a hit, in percent of full scale, above 0...100.
    public var thresholdPercent: Double?
    /// How strength becomes velocity.
    public var curve: VelocityCurve?
    /// The mask time after a hit, 0...1638.3.
    public var maskMilliseconds: Double?
    /// A peak below this share of another pad's peak is crosstalk, 0...100.
    public var crosstalkPercent: Double?
    /// The scan time for its peak, 0...1638.3.
    public var scanMilliseconds: Double?
    /// The time in which the raised threshold after a hit falls by half, 0...1638.3.
    public var retriggerMilliseconds: Double?

    /// A change.
    public init(
      input: String, sensitivity: Double? = nil, thresholdPercent: Double? = nil,
      curve: VelocityCurve? = nil, maskMilliseconds: Double? = nil, crosstalkPercent: Double? = nil,
      scanMilliseconds: Double? = nil, retriggerMilliseconds: Double? = nil
    ) {
      (self.input, self.curve) = (input, curve)
      (self.sensitivity, self.thresholdPercent) = (sensitivity, thresholdPercent)
      (self.maskMilliseconds, self.crosstalkPercent) = (maskMilliseconds, crosstalkPercent)
      (self.scanMilliseconds, self.retriggerMilliseconds) = (
        scanMilliseconds, retriggerMilliseconds
      )
    }
  }

  /// Sets pads of a board; an error if that is not possible.
  public typealias TriggerSetter = @Sendable (Trigger) throws(EngineError) -> Void
}

extension EngineCommand.Trigger: CommandBody {
  static let name = "trigger"
  static let timing = EngineCommand.Timing.never("a board is set at once")
  static let isForGuests = true
  var command: EngineCommand { .trigger(self) }
  var changeText: String { "how the pad \(input) is set" }

  /// This does not wait for the board and its file; the board's own code writes both.
  func carryOut(
    by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) -> HitIdentity? {
    let before = engine.state
    guard let set = engine.triggerSetter.withLock({ $0 }) else {
      throw EngineError(
        "set the pad '\(input)'", reason: "no board plays",
        advice: "begin to play with the table of a board")
    }
    try set(self)
    if let origin {
      engine.control.withLock { $0.changes.note(command, in: before, of: origin.group) }
    }
    return nil
  }

  /// Nothing if no board reports how the pad is set.
  func inverse(in state: EngineState) -> [EngineCommand] {
    let pads = state.ports.flatMap { $0.triggers ?? [] }
    guard let pad = pads.first(where: { $0.input.lowercased() == input.lowercased() }) else {
      return []
    }
    let before = Self(
      input: pad.input, sensitivity: sensitivity.map { _ in pad.sensitivity },
      thresholdPercent: thresholdPercent.map { _ in pad.thresholdPercent },
      curve: curve.map { _ in pad.curve },
      maskMilliseconds: maskMilliseconds.map { _ in pad.maskMilliseconds },
      crosstalkPercent: crosstalkPercent.map { _ in pad.crosstalkPercent },
      scanMilliseconds: scanMilliseconds.map { _ in pad.scanMilliseconds },
      retriggerMilliseconds: retriggerMilliseconds.map { _ in pad.retriggerMilliseconds })
    return [.trigger(before)]
  }

  /// The pad, and which of its settings change.
  var target: String? {
    let isSet = [
      sensitivity, thresholdPercent, maskMilliseconds, crosstalkPercent, scanMilliseconds,
      retriggerMilliseconds,
    ].map { $0 != nil }
    return "\(Self.name) \(input.lowercased()) \(isSet) \(curve != nil)"
  }
}

extension Engine {
  /// Installs the code that sets a board's pads: see ``EngineCommand/trigger(_:)``.
  public func setTriggers(by setter: @escaping EngineCommand.TriggerSetter) {
    triggerSetter.withLock { $0 = setter }
  }
}
