// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// A device or program that plays along, or receives what is played.
  public struct Port: Codable, Sendable, Equatable {
    /// How it is connected.
    public enum Kind: String, Codable, Sendable {
      case midi
      case osc
      case board
    }

    /// Its state.
    public enum State: String, Codable, Sendable {
      /// It was asked for, and is not there yet.
      case missing
      /// It is connected.
      case connected
      /// It has gone; it reconnects by itself.
      case lost
      /// Something failed; it stays connected.
      case troubled
    }

    /// The setting of a port's pad, in drummers' terms.
    public struct Trigger: Codable, Sendable, Equatable {
      /// The input of the pad, "A0".
      public let input: String
      /// The pads that it strikes.
      public let plays: String
      /// 0 to 100; 50 leaves the force unchanged.
      public let sensitivity: Double
      /// The lowest peak of a hit, in percent of full scale.
      public let thresholdPercent: Double
      /// How strength becomes velocity.
      public let curve: VelocityCurve
      /// The mask time after a hit.
      public let maskMilliseconds: Double
      /// A peak below this share of another pad's peak is crosstalk.
      public let crosstalkPercent: Double
      /// The scan time for its peak.
      public let scanMilliseconds: Double
      /// The time in which the raised threshold after a hit falls by half.
      public let retriggerMilliseconds: Double

      /// A pad's setting.
      public init(
        input: String, plays: String, sensitivity: Double, thresholdPercent: Double,
        curve: VelocityCurve, maskMilliseconds: Double, crosstalkPercent: Double,
        scanMilliseconds: Double, retriggerMilliseconds: Double
      ) {
        (self.input, self.plays, self.curve) = (input, plays, curve)
        (self.sensitivity, self.thresholdPercent) = (sensitivity, thresholdPercent)
        (self.maskMilliseconds, self.crosstalkPercent) = (maskMilliseconds, crosstalkPercent)
        self.scanMilliseconds = scanMilliseconds
        self.retriggerMilliseconds = retriggerMilliseconds
      }
    }

    /// How it is connected.
    public let kind: Kind
    /// The name by which it is recognised.
    public let name: String
    /// Its state.
    public let state: State
    /// A note for people; nil for none.
    public let detail: String?
    /// The player's name for it, if that differs.
    public let asked: String?
    /// The settings of its pads; nil if it has none.
    public internal(set) var triggers: [Trigger]?

    /// The state of a port.
    public init(
      _ kind: Kind, _ name: String, _ state: State, detail: String? = nil, asked: String? = nil,
      triggers: [Trigger]? = nil
    ) {
      (self.kind, self.name, self.state, self.detail) = (kind, name, state, detail)
      (self.asked, self.triggers) = (asked, triggers)
    }
  }
}
