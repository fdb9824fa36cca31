// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Lets Ctrl-C end the program before playing has begun, whatever that waits for: a disk that stands still, a device, a kit.
package final class StartWatch: Sendable {
  /// What was begun is put away within this time, or left.
  private static let discardSteps = 25
  /// What is almost there is waited for, so that it is put away in order.
  private static let graceSteps = 15
  private static let stepMilliseconds = 20

  private let isEnding = Atomic(false)
  private let isAskedForEnd = Atomic(false)
  private let discard = Mutex<(@Sendable () -> Void)?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// Watches from now on; `signals` are nobody else's until ``end()``.
  package init(_ signals: StopSignals) {
    let started = WorkThread { [self] in watch(signals) }
    thread.withLock { $0 = started }
  }

  /// What puts away what was begun, if the program is to end.
  package func onEnding(_ body: @escaping @Sendable () -> Void) { discard.withLock { $0 = body } }

  /// Ends the program where the player has asked for that.
  package func endIfAsked() { if isAskedForEnd.load(ordering: .acquiring) { giveUp() } }

  /// Playing has begun, or never will; true where the player has asked for its end meanwhile.
  @discardableResult package func end() -> Bool {
    isEnding.store(true, ordering: .releasing)
    thread.withLock { $0.take() }?.join()
    return isAskedForEnd.load(ordering: .acquiring)
  }

  private func watch(_ signals: StopSignals) {
    var steps = 0
    while !isEnding.load(ordering: .acquiring) {
      let isAskedNow = signals.wait(milliseconds: Self.stepMilliseconds)
      let wasAsked = isAskedForEnd.load(ordering: .relaxed)
      if isAskedNow { isAskedForEnd.store(true, ordering: .releasing) }
      guard wasAsked, !isEnding.load(ordering: .acquiring) else { continue }
      steps += 1
      if isAskedNow || steps >= Self.graceSteps { giveUp() }
    }
  }

  private func giveUp() -> Never {
    if let body = discard.withLock({ $0.take() }) {
      let isDone = Atomic(false)
      _ = WorkThread {
        body()
        isDone.store(true, ordering: .releasing)
      }
      for _ in 0..<Self.discardSteps where !isDone.load(ordering: .acquiring) {
        MonotonicClock.sleep(microseconds: Int(1000 * Self.stepMilliseconds))
      }
    }
    Terminal.report("ended before playing began; nothing was played")
    _exit(0)
  }
}
