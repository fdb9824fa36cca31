// SPDX-License-Identifier: GPL-3.0-or-later
import Storage
import Synchronization

/// What was made for a page, which fetches it beside its news.
struct PageGift: Sendable {
  /// What is given.
  enum Content: Sendable {
    case bytes([UInt8])
    case file(GivenFile)
  }

  /// As of RFC 9110, section 8.3.
  let type: String
  /// What a browser calls the file that it keeps; nil for what the page shows.
  var fileName: String?
  let content: Content
}

/// A file that is given. One that was made for that goes with the last who has it.
final class GivenFile: Sendable {
  let path: String
  private let isMade: Bool

  init(path: String, isMade: Bool) { (self.path, self.isMade) = (path, isMade) }

  deinit { if isMade { FileSystem.remove(path) } }
}

/// The gifts that can be fetched, each by an address that nobody guesses. The oldest goes where there are too many.
final class PageGifts: Sendable {
  /// All of their addresses begin so.
  static let start = "/given/"

  private let kept = Mutex<[(address: String, gift: PageGift)]>([])

  /// Keeps a gift; its address.
  func add(_ gift: PageGift) -> String {
    let address = Self.start + PageToken().text
    let dropped = kept.withLock { kept in
      kept.append((address, gift))
      return kept.count > PageLimits.gifts ? kept.removeFirst().gift : nil
    }
    // Its file is taken away without the lock.
    _ = consume dropped
    return address
  }

  /// The gift of that very address; nil where there is none any more.
  func gift(at address: String) -> PageGift? {
    kept.withLock { $0.first { $0.address == address }?.gift }
  }

  /// Forgets all.
  func clear() {
    let dropped = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    _ = consume dropped
  }
}
