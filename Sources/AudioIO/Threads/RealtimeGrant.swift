// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice

/// The system's grants for playing in time, and how it gave them.
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

  /// A possible grant of a system.
  public init(scheduling: Scheduling, isMemoryLocked: Bool) {
    self.scheduling = scheduling
    self.isMemoryLocked = isMemoryLocked
  }

  /// The thread comes before those that are scheduled as usual.
  public var isRealtime: Bool { scheduling != .usual }

  /// Notes for the player, a line each; none if everything was granted.
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
