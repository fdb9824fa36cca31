// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Lets Ctrl-C end the program before playing has begun, whatever that waits for: a disk that stands still, a device, a kit.
final class StartWatch: Sendable {
  /// What is almost there is waited for, so that it is put away in order.
  private static let graceSteps = 15
  private static let stepMilliseconds = 20

  private let isEnding = Atomic(false)
  private let isAsked = Atomic(false)
  private let thread = Mutex<WorkThread?>(nil)

  /// Watches from now on; `signals` are nobody else's until ``end()``.
  init(_ signals: StopSignals) {
    let started = WorkThread { [self] in watch(signals) }
    thread.withLock { $0 = started }
  }

  /// Playing has begun, or never will; true where the player has asked for its end meanwhile.
  @discardableResult func end() -> Bool {
    isEnding.store(true, ordering: .releasing)
    thread.withLock { $0.take() }?.join()
    return isAsked.load(ordering: .acquiring)
  }

  private func watch(_ signals: StopSignals) {
    var steps = 0
    while !isEnding.load(ordering: .acquiring) {
      let isAskedNow = signals.wait(milliseconds: Self.stepMilliseconds)
      let wasAsked = isAsked.load(ordering: .relaxed)
      if wasAsked {
        steps += 1
        if isAskedNow || steps >= Self.graceSteps { giveUp() }
      }
      if isAskedNow { isAsked.store(true, ordering: .releasing) }
    }
  }

  private func giveUp() -> Never {
    Terminal.tell("ended before playing began; nothing was played")
    _exit(0)
  }
}
