// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc

extension Socket {
  /// Closes the socket in programs that this one starts: they would keep it open too long.
  func closeOnExec() throws(SocketError) {
    guard fcntl(file.rawValue, F_SETFD, FD_CLOEXEC) == 0 else {
      throw .makeFailed("SetCloseOnExec")
    }
  }
}
