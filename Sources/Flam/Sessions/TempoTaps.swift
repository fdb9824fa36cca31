// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Glibc
import Realtime
import Sequencing

/// A tempo tapped with the Enter key.
enum TempoTaps {
  /// Waits for taps until they pause; the tempo in beats a minute.
  static func read() throws -> Double {
    Terminal.report(
      "tap the beat with Enter, \(TappedTempo.leastTaps) times or more; a pause ends it")
    var tempo = TappedTempo()
    let start = MonotonicClock.now
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&input, 1, Int32(1000 * TappedTempo.pauseSeconds))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else {
        if tempo.beatsPerMinute == nil && ready == 0 { continue }
        break
      }
      var byte: UInt8 = 0
      guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { break }
      if byte == UInt8(ascii: "\n") {
        tempo.tap(atSeconds: (MonotonicClock.now - start) / .seconds(1))
      }
    }
    guard let found = tempo.beatsPerMinute, PlayedTempo.range.contains(found) else {
      throw CommandFailure(
        .noInput,
        "cannot tell a tempo from \(tempo.count) taps: it takes \(TappedTempo.leastTaps) or more, "
          + "\(PlayedTempo.rangeText) a minute; tap again, or give it: --tempo 120")
    }
    return found
  }
}
