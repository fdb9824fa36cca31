// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Ctrl-C and its kin, waited for instead of handled: no code runs at odd moments.
package struct StopSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var set = sigset_t()

  /// From now on SIGINT, SIGTERM and SIGHUP wait to be asked for; threads started later inherit that.
  package init() {
    sigemptyset(&set)
    for signal in Self.numbers { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// From now on the signals end the program, which has nothing to close, with exit code 0.
  package static func endAtOnce() {
    for number in numbers { signal(number) { _ in _exit(0) } }
  }

  /// One of the signals came and was not waited for yet.
  static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return numbers.contains { sigismember(&pending, $0) == 1 }
  }

  /// Waits for one of the signals; false where none came in time.
  package func wait(milliseconds: Int) -> Bool {
    var set = set
    var timeout = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    let number = sigtimedwait(&set, nil, &timeout)
    guard number > 0 else { return false }
    Self.last.store(number, ordering: .relaxed)
    return true
  }

  /// The last signal that was waited for was Ctrl-C: a person is there.
  package static var isInterrupted: Bool { last.load(ordering: .relaxed) == SIGINT }

  private static let last = Atomic<Int32>(0)
}
