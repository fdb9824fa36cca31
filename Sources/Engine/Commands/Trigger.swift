// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Synchronization

extension EngineCommand {
  /// What changes of how a board's pad is set, by the names that drummers know; what does not change is nil.
  public struct Trigger: Codable, Sendable, Equatable {
    /// Where the pad is connected, "A0".
    public var input: String
    /// How little strength the full velocity needs, 0...100: 50 for as it comes.
    public var sensitivity: Double?
    /// The peak from which it is struck, in percent of full scale, above 0...100.
    public var thresholdPercent: Double?
    /// How strength becomes velocity.
    public var curve: VelocityCurve?
    /// How long it is deaf behind a hit, 0...1638.3.
    public var maskMilliseconds: Double?
    /// What is softer than so much of another pad's peak is crosstalk, 0...100.
    public var crosstalkPercent: Double?
    /// How long its peak is looked for, 0...1638.3.
    public var scanMilliseconds: Double?
    /// In which time what it needs to be struck again falls by half, 0...1638.3.
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

  /// Sets pads of a board; an error if that cannot be.
  public typealias TriggerSetter = @Sendable (Trigger) throws(EngineError) -> Void
}

extension EngineCommand.Trigger: CommandBody {
  static let name = "trigger"
  static let timing = EngineCommand.Timing.never("a board is told at once")
  static let isForGuests = true
  var command: EngineCommand { .trigger(self) }
  var changeText: String { "how the pad \(input) is set" }

  /// Nobody waits for the board and its file, which the one who serves it writes.
  func carryOut(
    by engine: Engine, atFrame frame: Int?, isUndoable: Bool
  ) throws(EngineError) -> HitIdentity? {
    let before = engine.state
    guard let set = engine.triggerSetter.withLock({ $0 }) else {
      throw EngineError(
        "set the pad '\(input)'", reason: "no board plays",
        advice: "begin to play with the table of a board")
    }
    try set(self)
    if isUndoable { engine.control.withLock { $0.changes.note(command, in: before) } }
    return nil
  }

  /// Nothing where no board tells how the pad is set.
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
  /// Has pads of a board set by the one who serves it from now on: see ``EngineCommand/trigger(_:)``.
  public func setTriggers(by setter: @escaping EngineCommand.TriggerSetter) {
    triggerSetter.withLock { $0 = setter }
  }
}
