// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FlyingSocks
import Glibc
import Realtime
import Synchronization

/// Shows an engine as a page in browsers: on this machine alone, or on its network to those who know a token.
public final class PageServer: Sendable {
  /// The port where nothing else is asked for.
  public static let usualPort: UInt16 = 3526

  /// All files of the page together, in bytes.
  public static var weightBytes: Int { PageFile.weight }

  /// The address of the page, with the token where it takes one.
  public let address: String
  /// Where it listens.
  public let port: UInt16

  private let engine: Engine
  private let host: PageHost
  private let meters: PageMeters
  private let gifts: PageGifts
  private let giving = PageGiving()
  private let desk = PageDesk()
  private let sessions: PageSessions
  private let kits: PageKits
  private let gate = Mutex<(gate: PageGate, thread: WorkThread)?>(nil)
  private let visits = Mutex<[ObjectIdentifier: PageVisit]>([:])

  /// Shows the page from now on.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - isOnNetwork: It listens on all interfaces, and asks for `token`, which is new each time unless it is given.
  public init(
    _ engine: Engine, _ host: PageHost, port: UInt16 = usualPort, isOnNetwork: Bool = false,
    token given: PageToken = PageToken()
  ) throws(PageError) {
    (self.engine, self.host, meters) = (engine, host, PageMeters(engine))
    let (gifts, giving) = (PageGifts(), giving)
    let scratch = PageScratch(in: host.scratch)
    (self.gifts, sessions) = (gifts, PageSessions(host.sessions, scratch))
    kits = PageKits(host, scratch)
    let (listeners, port) = try PageListeners.open(port: port, isOnNetwork: isOnNetwork)
    self.port = port
    let token = isOnNetwork ? given : nil
    let name = isOnNetwork ? PageListeners.networkAddress ?? "localhost" : "localhost"
    address =
      "http://\(name):\(port)/" + (token.map { "?\(PageDoor.tokenName)=\($0.text)" } ?? "")
    let made = PageGate(
      PageDoor(port: port, token: token), listeners,
      admit: { [weak self] in self?.admit($0, $1, $2, $3) ?? false },
      give: { socket, request, host in
        guard let gift = gifts.gift(at: request.path) else {
          return PageAnswer(.missing, text: "It is not there any more.")
        }
        return giving.give(gift, to: socket, range: request.headers["range"], host: host)
      })
    guard let thread = WorkThread({ made.run() }) else {
      for listener in listeners { try? listener.close() }
      throw PageError(
        port: port, reason: "no thread can be started", advice: "close other programs")
    }
    gate.withLock { $0 = (made, thread) }
  }

  deinit { stop() }

  /// Pages that are open.
  public var pageCount: Int { visits.withLock { $0.count } }

  /// Closes all pages, and waits until they are gone. A page opens again by itself where it is shown again.
  public func stop() {
    let running = gate.withLock { running in
      defer { running = nil }
      return running
    }
    running?.gate.end()
    running?.thread.join()
    let open = visits.withLock { Array($0.values) }
    for visit in open { visit.end() }
    giving.stop()
    desk.stop()
    for visit in open { visit.join() }
    gifts.clear()
  }

  /// Opens a page; false where there are too many. The connection is then still the caller's.
  private func admit(
    _ socket: Socket, _ answer: PageAnswer, _ rest: [UInt8], _ name: String
  ) -> Bool {
    guard pageCount < PageLimits.pages, let link = try? PageLink(socket) else { return false }
    link.take()
    let visit = PageVisit(
      engine, host, meters, link, desk, (sessions, kits), PageShelf(gifts))
    let key = ObjectIdentifier(visit)
    visits.withLock { $0[key] = visit }
    link.send(answer.bytes(host: name))
    if !visit.begin(rest, left: { [weak self] in self?.leave(key) }) { leave(key) }
    return true
  }

  private func leave(_ key: ObjectIdentifier) {
    _ = visits.withLock { $0.removeValue(forKey: key) }
  }
}

/// Why the page cannot be shown.
public struct PageError: Error, Sendable, CustomStringConvertible {
  /// Where it was to listen.
  public let port: UInt16
  /// The cause.
  public let reason: String
  /// What to do.
  public let advice: String

  /// One line: what was attempted, why it failed, what to do.
  public var description: String {
    "cannot show the page on port \(port): \(reason); \(advice)"
  }
}
