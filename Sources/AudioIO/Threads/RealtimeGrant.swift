// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// What the system granted towards playing in time, and how.
public struct RealtimeGrant: Hashable, Sendable {
  /// How the thread is scheduled.
  public enum Scheduling: Hashable, Sendable {
    /// SCHED_FIFO, by the user's own right.
    case fifo(priority: Int)
    /// SCHED_RR, given by a service that can give no more than this priority.
    case service(name: String, priority: Int)
    /// As any other thread.
    case usual
  }

  /// How the thread is scheduled.
  public let scheduling: Scheduling
  /// All memory of the process is locked.
  public let isMemoryLocked: Bool

  /// What a system might have granted.
  public init(scheduling: Scheduling, isMemoryLocked: Bool) {
    self.scheduling = scheduling
    self.isMemoryLocked = isMemoryLocked
  }

  /// The thread comes before those that are scheduled as usual.
  public var isRealtime: Bool { scheduling != .usual }

  /// What the player should know, a line each; none if everything was granted.
  public var notes: [Advice] {
    var notes: [Advice] = []
    if case .service(let name, let priority) = scheduling {
      notes.append("real-time priority \(priority), given by \(name)")
    }
    let missing = [isRealtime ? nil : "real-time priority", isMemoryLocked ? nil : "locked memory"]
      .compactMap { $0 }
    if !missing.isEmpty {
      notes.append(
        "playing without \(missing.joined(separator: " and ")), so pops are likelier: \(.checkMachine)"
      )
    }
    return notes
  }
}
