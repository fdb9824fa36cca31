// SPDX-License-Identifier: GPL-3.0-or-later
import Storage
import Synchronization

/// What was made for a page, which fetches it beside its news.
struct Download: Sendable {
  /// What is given.
  enum Content: Sendable {
    case bytes([UInt8])
    case file(DownloadFile)
  }

  /// As of RFC 9110, section 8.3.
  let type: String
  /// What a browser calls the file that it keeps; nil for what the page shows.
  var fileName: String?
  let content: Content
  /// It is what the page plays: its next one takes its place.
  var isHeard = false

  /// So much of the disk was taken for it.
  var madeBytes: Int {
    if case .file(let file) = content, file.isMade { file.byteCount } else { 0 }
  }
}

/// The downloads that can be fetched, each by an address that nobody guesses. The oldest goes where there are too many, or where
/// the files that were made for them are too large together.
final class Downloads: Sendable {
  /// All of their addresses begin so.
  static let start = "/downloads/"

  private struct Kept {
    let address: String
    let download: Download
    let page: ObjectIdentifier
    let madeBytes: Int
  }
  private let kept = Mutex<[Kept]>([])

  /// Keeps a download for a page; its address.
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

  /// The download of that very address; nil where there is none any more.
  func download(at address: String) -> Download? {
    kept.withLock { $0.first { $0.address == address }?.download }
  }

  /// Forgets those of a page.
  func drop(of page: ObjectIdentifier) { change { $0.removeAll { $0.page == page } } }

  /// Forgets all.
  func clear() { change { $0 = [] } }

  private func change(_ body: (inout [Kept]) -> Void) {
    let before = kept.withLock { kept in
      let before = kept
      body(&kept)
      return before
    }
    // Files of what is gone are taken away without the lock.
    _ = consume before
  }
}
