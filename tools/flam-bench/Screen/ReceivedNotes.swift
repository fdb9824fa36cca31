// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Realtime
import Simulation
import Synchronization

/// When notes came into a page's socket.
final class ReceivedNotes: Sendable {
  private let received = Mutex((count: 0, lastAt: Int64(0)))

  /// Reads all that a page receives until its socket is closed.
  init(_ page: PageCaller) {
    let name = Array("\"note\"".utf8)
    _ = WorkThread { [self] in
      while let frame = page.frame() {
        let now = rt_now_nanoseconds()
        guard frame.payload.firstRange(of: name) != nil else { continue }
        received.withLock { $0 = ($0.count + 1, now) }
      }
    }
  }

  var count: Int { received.withLock { $0.count } }
  /// In nanoseconds of the machine's clock.
  var lastAt: Int64 { received.withLock { $0.lastAt } }
}
