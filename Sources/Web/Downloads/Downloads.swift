// SPDX-License-Identifier: GPL-3.0-or-later
import Storage
import Synchronization

/// A file or bytes made for a page, which downloads them beside its WebSocket.
struct Download: Sendable {
  /// The content.
  enum Content: Sendable {
    case bytes([UInt8])
    case file(DownloadFile)
  }

  /// The media type (RFC 9110, section 8.3).
  let type: String
  /// The name under which a browser saves the file; nil for content that the page shows.
  var fileName: String?
  let content: Content
  /// The page plays this sound: its next sound replaces it.
  var isHeard = false

  /// The bytes on disk made for it.
  var madeBytes: Int {
    if case .file(let file) = content, file.isMade { file.byteCount } else { 0 }
  }
}

/// All downloads, each at an address that nobody can guess. If there are too many, or their files are too large together, the
/// oldest is removed.
final class Downloads: Sendable {
  /// The beginning of every address.
  static let start = "/downloads/"

  private struct Kept {
    let address: String
    let download: Download
    let page: ObjectIdentifier
    let madeBytes: Int
  }
  private let kept = Mutex<[Kept]>([])

  /// Adds a download for a page and returns its address.
  func add(_ download: Download, for page: ObjectIdentifier) -> String {
    let address = Self.start + PageToken().text
    let new = Kept(address: address, download: download, page: page, madeBytes: download.madeBytes)
    change { kept in
      if download.isHeard { kept.removeAll { $0.page == page && $0.download.isHeard } }
      kept.append(new)
      if kept.count > PageLimits.downloads { kept.removeFirst() }
      while kept.reduce(0, { $0 + $1.madeBytes }) > PageLimits.madeBytes,
        let oldest = kept.firstIndex(where: { $0.madeBytes > 0 })
      { kept.remove(at: oldest) }
    }
    return address
  }

  /// The download at exactly this address; nil if there is none any more.
  func download(at address: String) -> Download? {
    kept.withLock { $0.first { $0.address == address }?.download }
  }

  /// Removes the downloads of a page.
  func drop(of page: ObjectIdentifier) { change { $0.removeAll { $0.page == page } } }

  /// Removes all downloads.
  func clear() { change { $0 = [] } }

  private func change(_ body: (inout [Kept]) -> Void) {
    let before = kept.withLock { kept in
      let before = kept
      body(&kept)
      return before
    }
    // Files of removed downloads are deleted here, outside the lock.
    _ = consume before
  }
}
