// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Foundation
import Realtime
import Simulation

@testable import Doctor

/// A made-up machine: the test writes its files, and sets what calls to the kernel return.
struct Machine {
  private let folder = TemporaryFolder()
  var environment = ["USER": "mara", "XDG_RUNTIME_DIR": "/run/user/1000"]
  var scheduling = RealtimeGrant.Scheduling.fifo(priority: 80)
  /// How late a thread wakes up, in nanoseconds.
  var latenessNanoseconds = [Int](repeating: 20_000, count: WakeUpTrial.count)
  var timerNanoseconds = 1
  var freeBytes: Int? = 1 << 40
  var isAccessible = true
  var output: String?

  /// Files by their paths, with their texts.
  init(_ files: [String: String] = [:]) {
    for (path, text) in files { folder.write(text: text, to: String(path.dropFirst())) }
  }

  var system: System {
    let (output, free, accessible, timer) = (output, freeBytes, isAccessible, timerNanoseconds)
    let trial = WakeUpTrial(
      grant: RealtimeGrant(scheduling: scheduling, isMemoryLocked: true),
      latenessNanoseconds: latenessNanoseconds.sorted())
    return System(
      root: folder.path, environment: environment,
      probes: Probes(
        trial: { trial }, timerNanoseconds: { timer }, freeBytes: { _ in free },
        isAccessible: { _ in accessible }, output: { _ in output }))
  }

  /// The text of a check; lines for the shell must be such.
  func verdict(_ check: any Check.Type) -> Verdict {
    let verdict = check.verdict(on: system)
    precondition(verdict.fix.map(Self.isShell) ?? true, "no line for the shell: \(verdict)")
    return verdict
  }

  private static func isShell(_ line: String) -> Bool {
    let shell = try? ChildProcess("/bin/bash", ["-n", "-c", line])
    return shell?.wait().code == 0 && !line.contains("\n")
  }
}
