// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Ctrl-C and its kin, waited for instead of handled: no code runs at odd moments.
struct StopSignals {
  private var set = sigset_t()

  /// From now on SIGINT, SIGTERM and SIGHUP wait to be asked for; threads started later inherit that.
  init() {
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals; false where none came in time.
  func wait(milliseconds: Int) -> Bool {
    var set = set
    var timeout = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    return sigtimedwait(&set, nil, &timeout) > 0
  }
}
