// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// Something outside that plays along, or hears of what is played.
  public struct Port: Codable, Sendable, Equatable {
    /// How it is connected.
    public enum Kind: String, Codable, Sendable {
      case midi
      case osc
      case board
    }

    /// How it stands.
    public enum State: String, Codable, Sendable {
      /// It was asked for, and is not there yet.
      case missing
      /// It is there.
      case connected
      /// It has gone; it is connected again by itself.
      case lost
      /// Something of it did not work; it stays connected.
      case troubled
    }

    /// How a pad of a port is set, by the names that drummers know.
    public struct Trigger: Codable, Sendable, Equatable {
      /// Where it is connected, "A0".
      public let input: String
      /// What it strikes.
      public let plays: String
      /// 0 to 100, 50 for as it comes.
      public let sensitivity: Double
      /// The peak from which it is struck, in percent of full scale.
      public let thresholdPercent: Double
      /// How strength becomes velocity.
      public let curve: VelocityCurve
      /// How long it is deaf behind a hit.
      public let maskMilliseconds: Double
      /// What is softer than so much of another pad's peak is crosstalk.
      public let crosstalkPercent: Double
      /// How long its peak is looked for.
      public let scanMilliseconds: Double
      /// In which time what it needs to be struck again falls by half.
      public let retriggerMilliseconds: Double

      /// A pad as it is set.
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
    /// By which it is known again.
    public let name: String
    /// How it stands.
    public let state: State
    /// What people should know; nil for no more.
    public let detail: String?
    /// As the player called it, where that is not its name.
    public let asked: String?
    /// How its pads are set; nil if it has none.
    public internal(set) var triggers: [Trigger]?

    /// How it stands with a port.
    public init(
      _ kind: Kind, _ name: String, _ state: State, detail: String? = nil, asked: String? = nil,
      triggers: [Trigger]? = nil
    ) {
      (self.kind, self.name, self.state, self.detail) = (kind, name, state, detail)
      (self.asked, self.triggers) = (asked, triggers)
    }
  }
}
