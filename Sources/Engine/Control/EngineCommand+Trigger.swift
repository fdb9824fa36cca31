// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

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

  /// Sets pads of a board; an error where that cannot be.
  public typealias TriggerSetter = @Sendable (Trigger) throws(EngineError) -> Void
}
