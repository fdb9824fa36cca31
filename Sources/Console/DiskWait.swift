// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Waits for the disk once playing has ended, says so where that takes long, and lets the player give it up.
package struct DiskWait {
  /// A disk that is done sooner is not mentioned.
  private static let quietSteps = 25
  private static let stepMilliseconds = 20

  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  let signals: StopSignals

  package init(signals: StopSignals) { self.signals = signals }

  /// What `body` gives, done by a thread of its own. When the player gives it up the program ends.
  package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value
  {
    let outcome = Outcome<Value>()
    let thread = WorkThread {
      let result = Result { try body() }
      outcome.result.withLock { $0 = result }
    }
    guard let thread else { return try body() }
    var steps = 0
    var (isReported, isAskedBefore) = (false, false)
    while true {
      if let result = outcome.result.withLock({ $0 }) {
        thread.join()
        return try result.get()
      }
      let isAsked = signals.wait(milliseconds: Self.stepMilliseconds)
      steps += 1
      // A disk that works is given a moment all the same.
      if isAsked && isReported || isAskedBefore && steps >= Self.quietSteps { giveUp() }
      isAskedBefore = isAskedBefore || isAsked
      guard !isReported, isAsked || steps >= Self.quietSteps else { continue }
      isReported = true
      Terminal.clear()
      Terminal.report(
        "playing has ended; what is to be kept of it waits for the disk. "
          + (isAskedBefore ? "It has half a second more" : "Ctrl-C gives that up"))
    }
  }

  private func giveUp() -> Never {
    Terminal.report(
      "given up: what waited is lost, what is on the disk is whole but for its last second")
    _exit(CommandFailure.Code.inputOutput.rawValue)
  }
}
