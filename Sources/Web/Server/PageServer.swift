// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FlyingSocks
import Glibc
import Realtime
import Synchronization

/// Shows an engine as a page in browsers to anyone who has the token: on this machine alone, or on its network.
public final class PageServer: Sendable {
  /// The default port.
  public static let usualPort: UInt16 = 3526

  /// All files of the page together, in bytes.
  public static var weightBytes: Int { PageFile.weight }

  /// The address of the page, with its token.
  public let address: String
  /// The port on which it listens.
  public let port: UInt16

  private let engine: Engine
  private let host: PageHost
  private let meters: PageMeters
  private let downloads: Downloads
  private let sender = DownloadSender()
  private let jobs = JobQueue()
  private let sessions: PageSessions
  private let kits: PageKits
  private let ownKits: PageOwnKits
  private let shelf: PageShelf
  private let lead = LessonLead()
  private let savedFiles = (profiles: SavedFiles(), presets: SavedFiles())
  private let acceptor = Mutex<(acceptor: ConnectionAcceptor, thread: WorkThread)?>(nil)
  private let clients = Mutex<[ObjectIdentifier: WebClient]>([:])

  /// Shows the page from now on.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - isOnNetwork: Listens on all interfaces.
  ///   - token: What it asks pages for; by default one that is new.
  public init(
    _ engine: Engine, _ host: PageHost, port: UInt16 = usualPort, isOnNetwork: Bool = false,
    token: PageToken = PageToken()
  ) throws(PageError) {
    (self.engine, self.host, meters) = (engine, host, PageMeters(engine))
    let (downloads, sender) = (Downloads(), sender)
    let scratch = ScratchFolder(in: host.scratch)
    (self.downloads, sessions) = (downloads, PageSessions(host.sessions, scratch))
    (kits, shelf) = (PageKits(host, scratch), PageShelf(in: host.sessions.parent))
    ownKits = PageOwnKits(host.kits)
    let (listeners, port) = try PageListeners.open(port: port, isOnNetwork: isOnNetwork)
    self.port = port
    let name = isOnNetwork ? PageListeners.networkAddress ?? "localhost" : "localhost"
    address = token.address(host: name, port: port)
    let made = ConnectionAcceptor(
      PageAccess(port: port, token: token), listeners,
      admit: { [weak self] in self?.admit($0, $1, $2, $3) ?? false },
      give: { socket, request, host in
        guard let download = downloads.download(at: request.path) else {
          return HTTPResponse(.missing, text: "This file is gone.")
        }
        return sender.give(download, to: socket, range: request.headers["range"], host: host)
      })
    guard let thread = WorkThread({ made.run() }) else {
      for listener in listeners { try? listener.close() }
      throw PageError(
        port: port, reason: "no thread can be started", advice: "close other programs")
    }
    acceptor.withLock { $0 = (made, thread) }
  }

  deinit { stop() }

  /// The number of open pages.
  public var pageCount: Int { clients.withLock { $0.count } }

  /// Closes all pages, and waits until they are gone. Pages reconnect by themselves if the server starts again.
  public func stop() {
    let running = acceptor.withLock { running in
      defer { running = nil }
      return running
    }
    running?.acceptor.end()
    running?.thread.join()
    let open = clients.withLock { Array($0.values) }
    for client in open { client.end() }
    sender.stop()
    jobs.stop()
    for client in open { client.join() }
    downloads.clear()
  }

  /// Opens a page; false if there are too many. The connection then stays the caller's.
  private func admit(
    _ socket: Socket, _ answer: HTTPResponse, _ rest: [UInt8], _ name: String
  ) -> Bool {
    guard pageCount < PageLimits.pages, let connection = try? WebConnection(socket) else {
      return false
    }
    connection.take()
    let client = WebClient(
      engine, host, meters, connection, jobs, (sessions, kits, ownKits, shelf), lead,
      ClientDownloads(downloads), savedFiles)
    let key = ObjectIdentifier(client)
    clients.withLock { $0[key] = client }
    connection.send(answer.bytes(host: name))
    if !client.begin(rest, left: { [weak self] in self?.leave(key) }) { leave(key) }
    return true
  }

  private func leave(_ key: ObjectIdentifier) {
    _ = clients.withLock { $0.removeValue(forKey: key) }
  }
}

/// Why the page cannot be shown.
public struct PageError: Error, Sendable, CustomStringConvertible {
  /// The port asked for.
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
