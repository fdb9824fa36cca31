// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation

extension Program.Running {
  /// It has ended. Not to be asked once its end was waited for.
  public var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information._sifields._sigchld.si_pid == processID
  }
}
