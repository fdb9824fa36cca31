// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// How it stands with a port.
    public init(
      _ kind: Kind, _ name: String, _ state: State, detail: String? = nil, asked: String? = nil
    ) {
      (self.kind, self.name, self.state, self.detail) = (kind, name, state, detail)
      self.asked = asked
    }
  }
}
