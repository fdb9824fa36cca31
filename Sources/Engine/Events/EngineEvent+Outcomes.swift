// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineEvent {
  /// An event of a recording or session on disk.
  public struct Kept: Codable, Sendable, Equatable {
    /// What happened to it.
    public enum State: String, Codable, Sendable { case begun, trouble, closed }

    /// What happened to it.
    public let state: State
    /// Its path.
    public let path: String?
    /// Its fault, or its use.
    public let detail: String?

    /// An event of a recording or session.
    public init(_ state: State, path: String? = nil, detail: String? = nil) {
      (self.state, self.path, self.detail) = (state, path, detail)
    }
  }

  /// A command that could no longer be carried out when its frame came.
  public struct Failed: Codable, Sendable, Equatable {
    /// ``EngineCommand/name``.
    public let command: String
    /// The output frame at which it should have taken place.
    public let frame: Int
    /// Why.
    public let reason: String
    /// The remedy.
    public let advice: String

    /// An error of a command.
    init(_ command: EngineCommand, atFrame frame: Int, _ error: EngineError) {
      (self.command, self.frame) = (command.name, frame)
      (reason, advice) = (error.reason, error.advice)
    }
  }

  /// Events that were not received.
  public struct Lost: Codable, Sendable, Equatable {
    /// How many.
    public let count: Int

    /// This many events.
    public init(count: Int) { self.count = count }
  }

  /// It reports that a hit is settled.
  public var isSettledHit: Bool {
    guard case .hit(let message) = self else { return false }
    return message.turn == .settled
  }

  /// It reports that something was heard and is not answered, without being settled.
  public var isRefusedHit: Bool {
    guard case .hit(let message) = self else { return false }
    return message.turn != .settled && message.refused != nil
  }

  /// The same event with its input frames counted at `takeRateHz`, for a take that was converted to
  /// `heardRateHz`.
  public func counted(atHz takeRateHz: Int, heardAtHz heardRateHz: Int) -> EngineEvent {
    func counted(_ frame: Int) -> Int { (frame * takeRateHz + heardRateHz / 2) / heardRateHz }
    switch self {
    case .hit(var message):
      message.frame = counted(message.frame)
      message.onsetFrame = counted(message.onsetFrame)
      return .hit(message)
    case .xrun(var xrun):
      xrun.frame = counted(xrun.frame)
      return .xrun(xrun)
    case .hearing(var hearing):
      hearing.frame = counted(hearing.frame)
      return .hearing(hearing)
    default: return self
    }
  }
}
