// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Realtime
import Synchronization

/// The meters' message, 60 times a second. It is made once for all pages.
final class PageMeters: Sendable {
  /// From one message to the next.
  static let pause = Duration.nanoseconds(16_666_667)

  private let engine: Engine
  private let last = Mutex<(instant: MonotonicClock.Instant, bytes: [UInt8])?>(nil)

  init(_ engine: Engine) { self.engine = engine }

  /// The message as a WebSocket frame, no older than half a pause.
  func frame(at now: MonotonicClock.Instant) -> [UInt8] {
    last.withLock { last in
      if let last, now - last.instant < Self.pause / 2 { return last.bytes }
      let json = (try? PageLevels(engine.snapshot).pageJSON) ?? []
      let bytes = SocketFrame(.text, json).bytes
      last = (now, bytes)
      return bytes
    }
  }
}
