// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Engine
import Foundation
import Instrument
import Realtime
import Simulation
import Synchronization
import Web

/// When the engine reported events of hits.
final class ReportTimes: Sendable {
  private let times = Mutex<[String: Int64]>([:])

  /// Notes the time of an event of a hit. Always false: the event itself is not needed.
  func note(_ event: EngineEvent) -> Bool {
    guard case .hit(let message) = event, message.turn == .begun || message.turn == .settled else {
      return false
    }
    let now = rt_now_nanoseconds()
    times.withLock { $0["\(event.name) \(message.id.rawValue)"] = now }
    return false
  }

  /// How long ago it was, in milliseconds; nil if it was not noted.
  func milliseconds(since name: String, _ id: UInt64, at now: Int64) -> Double? {
    times.withLock { $0["\(name) \(id)"] }.map { Double(now - $0) / 1e6 }
  }
}

/// A page that reads all that it receives, as fast as it comes.
final class PageReader: Sendable {
  /// No page came about.
  struct Failure: Error {}

  private struct Seen {
    var messages = 0
    var eventMilliseconds: [Double] = []
    var touchMilliseconds: [Double] = []
    var touchedAt: Int64?
  }

  private let caller: PageCaller
  private let seen = Mutex(Seen())
  private let thread = Mutex<WorkThread?>(nil)

  init(_ server: PageServer, _ reports: ReportTimes) throws {
    guard let caller = PageCaller.page(port: server.port, address: server.address) else {
      throw Failure()
    }
    self.caller = caller
    let reading = WorkThread { [self] in
      while let frame = caller.frame() { take(frame.payload, at: rt_now_nanoseconds(), reports) }
    }
    thread.withLock { $0 = reading }
  }

  var messages: Int { seen.withLock { $0.messages } }
  var eventMilliseconds: [Double] { seen.withLock { $0.eventMilliseconds } }
  var touchMilliseconds: [Double] { seen.withLock { $0.touchMilliseconds } }

  /// The target of a touch.
  static let note = EngineCommand.NoteOn(pad: "crash", velocity: 0.3, source: .page)

  /// Strikes a pad.
  func touch() {
    seen.withLock { $0.touchedAt = rt_now_nanoseconds() }
    caller.say(#"{"command":"note.on","pad":"crash","velocity":0.3}"#)
  }

  /// Waits until the server has closed it.
  func join() { thread.withLock { $0.take() }?.join() }

  /// Meters are many, and reading them would be most of the measured work.
  private static func isStroke(_ message: [UInt8]) -> Bool {
    ["\"hit.", "\"note\""].contains { message.firstRange(of: Array($0.utf8)) != nil }
  }

  private func take(_ message: [UInt8], at now: Int64, _ reports: ReportTimes) {
    struct Event: Decodable {
      let event: String
      let id: HitIdentity?
    }
    seen.withLock { $0.messages += 1 }
    guard Self.isStroke(message),
      let event = try? JSONDecoder().decode(Event.self, from: Data(message))
    else { return }
    seen.withLock { seen in
      if event.event == "note", let touched = seen.touchedAt {
        seen.touchMilliseconds.append(Double(now - touched) / 1e6)
        seen.touchedAt = nil
      } else if let id = event.id,
        let late = reports.milliseconds(since: event.event, id.rawValue, at: now)
      {
        seen.eventMilliseconds.append(late)
      }
    }
  }
}
