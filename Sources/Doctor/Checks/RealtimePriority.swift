// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Realtime

/// A thread may run under SCHED_FIFO: this is really tried.
enum RealtimePriority: Check {
  static let name = "realtime-priority"
  static let why = "without it any program can make the audio thread wait, which pops"

  static func verdict(on system: System) -> Verdict {
    let wanted = RealtimeThread.audioPriority
    guard let trial = system.probes.trial() else {
      return .fix("the system starts no more threads", with: "ulimit -u unlimited")
    }
    let limit = system.value("Max realtime priority", in: "/proc/self/limits")
    let number = limit?.split(separator: " ").first.map(String.init) ?? "unknown"
    let refusal = "SCHED_FIFO with priority \(wanted) is refused (ulimit -r is \(number))"
    switch trial.grant.scheduling {
    case .fifo(let priority):
      return .pass("a thread runs under SCHED_FIFO with priority \(priority)")
    case .service(let name, let priority):
      return .warn("\(refusal); \(name) gives SCHED_RR with \(priority)", fix: LimitsFile.fix)
    case .usual: return .fix(refusal, with: LimitsFile.fix)
    }
  }
}
