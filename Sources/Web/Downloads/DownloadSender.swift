// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc
import Realtime
import Storage
import Synchronization

/// Sends downloads, each on a thread of its own, so that neither messages nor other requests wait for a large download or a
/// slow browser.
final class DownloadSender: Sendable {
  private static let pieceBytes = 1 << 16

  private struct State {
    var isOver = false
    var running: [ObjectIdentifier: (connection: WebConnection, thread: WorkThread)] = [:]
  }
  private let state = Mutex(State())

  /// Begins to send a download, or the requested part of it. Nil if that has begun and the connection is no longer the
  /// caller's, else the response to send instead.
  func give(_ download: Download, to socket: Socket, range: String?, host: String) -> HTTPResponse?
  {
    guard let source = DownloadSource(download.content) else {
      return HTTPResponse(.missing, text: "This file is gone.")
    }
    let asked = ByteRange(range, of: source.count)
    guard asked != .nothing else {
      return HTTPResponse(
        .noSuchPart, headers: [("Content-Range", "bytes */\(source.count)")])
    }
    let full = HTTPResponse(.full, text: "Too many downloads are running: wait a little.")
    return state.withLock { state in
      guard !state.isOver, state.running.count < PageLimits.downloadsAtOnce,
        let connection = try? WebConnection(socket)
      else { return full }
      let key = ObjectIdentifier(connection)
      let thread = WorkThread { [weak self] in
        Self.send(download, source, asked, host, to: connection)
        self?.leave(key)
      }
      guard let thread else { return HTTPResponse(.full, text: "No thread is left: try again.") }
      connection.take()
      state.running[key] = (connection, thread)
      return nil
    }
  }

  /// Ends all downloads, and waits until they have ended.
  func stop() {
    let running = state.withLock { state in
      state.isOver = true
      return Array(state.running.values)
    }
    for sender in running { sender.connection.end() }
    for sender in running { sender.thread.join() }
  }

  private func leave(_ key: ObjectIdentifier) {
    _ = state.withLock { $0.running.removeValue(forKey: key) }
  }

  /// Whether so many bytes were read fast enough for more to be sent.
  private static func isFast(_ byteCount: Int, since begin: MonotonicClock.Instant) -> Bool {
    let seconds = (MonotonicClock.now - begin) / .seconds(1) - PageLimits.downloadGraceSeconds
    return Double(byteCount) >= seconds * PageLimits.downloadBytesPerSecond
  }

  private static func send(
    _ download: Download, _ source: DownloadSource, _ asked: ByteRange, _ host: String,
    to connection: WebConnection
  ) {
    var headers = [("Content-Type", download.type), ("Accept-Ranges", "bytes")]
    if let name = download.fileName {
      headers.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
    }
    var range = 0..<source.count
    if case .part(let part) = asked {
      range = part
      headers.append(
        ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(source.count)"))
    }
    let answer = HTTPResponse(asked == .whole ? .done : .part, headers: headers)
    guard connection.send(answer.head(host: host, byteCount: range.count)) else { return }
    var place = range.lowerBound
    let begin = MonotonicClock.now
    while place < range.upperBound, Self.isFast(place - range.lowerBound, since: begin),
      let piece = source.bytes(place..<min(place + pieceBytes, range.upperBound)),
      connection.send(piece)
    { place += piece.count }
  }
}

/// The bytes of a download. They do not change while it is open.
final class DownloadSource: Sendable {
  let count: Int
  private let content: Download.Content
  private let descriptor: Int32

  /// Nil if its file does not exist any more.
  init?(_ content: Download.Content) {
    self.content = content
    switch content {
    case .bytes(let bytes): (count, descriptor) = (bytes.count, -1)
    case .file(let file):
      guard let opened = try? RegularFile.open(file.path) else { return nil }
      var status = stat()
      fstat(opened, &status)
      (count, descriptor) = (Int(status.st_size), opened)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Some of its bytes, at least one; nil if they cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    if case .bytes(let bytes) = content { return Array(bytes[range]) }
    let piece = [UInt8](unsafeUninitializedCapacity: range.count) { room, count in
      count = max(0, pread(descriptor, room.baseAddress, range.count, range.lowerBound))
    }
    return piece.isEmpty ? nil : piece
  }
}
