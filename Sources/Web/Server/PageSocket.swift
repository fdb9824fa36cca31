// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc

extension Socket {
  /// Keeps it from programs that this one starts: they would hold it open after its end.
  func closeOnExec() throws(SocketError) {
    guard fcntl(file.rawValue, F_SETFD, FD_CLOEXEC) == 0 else {
      throw .makeFailed("SetCloseOnExec")
    }
  }
}
