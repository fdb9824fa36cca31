// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Whether a page still takes part: it answers each ping with the bytes of that ping (RFC 6455,
/// section 5.5.3). An answer comes after all that was sent before it, on both ways, so a page that
/// never reads, or sends parts of a message for ever, is found out.
final class PagePulse: Sendable {
  private struct Ping {
    let bytes: [UInt8]
    let sent: MonotonicClock.Instant
  }
  /// Those that are not answered yet, in order.
  private let waiting = Mutex<[Ping]>([])

  /// The bytes of the next ping, which no page can guess.
  func next(at now: MonotonicClock.Instant) -> [UInt8] {
    let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
    waiting.withLock { $0.append(Ping(bytes: bytes, sent: now)) }
    return bytes
  }

  /// Takes an answer. It stands for all pings before it, too.
  func takes(_ bytes: [UInt8]) {
    waiting.withLock { waiting in
      guard let place = waiting.firstIndex(where: { $0.bytes == bytes }) else { return }
      waiting.removeFirst(place + 1)
    }
  }

  /// A ping has had no answer for too long.
  func isLost(at now: MonotonicClock.Instant) -> Bool {
    waiting.withLock { waiting in
      waiting.first.map { now - $0.sent >= .seconds(PageLimits.silentSeconds) } ?? false
    }
  }
}
