// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes that a request asks for (RFC 9110, section 14.2). Browsers use it to move within a sound.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  /// The request asks for bytes beyond the end.
  case nothing

  /// Reads the header `Range` for a file of `count` bytes. An unknown form, or more than one part, counts as the whole file, as
  /// the standard allows.
  init(_ header: String?, of count: Int) {
    self = .whole
    guard let header, header.hasPrefix("bytes=") else { return }
    let ends = header.dropFirst("bytes=".utf8.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    let (first, last) = (Self.number(ends[0]), Self.number(ends[1]))
    switch (first, last) {
    case (let first?, let last?) where first <= last:
      self = first < count ? .part(first..<min(count, last + 1)) : .nothing
    case (let first?, nil) where ends[1].isEmpty:
      self = first < count ? .part(first..<count) : .nothing
    case (nil, let last?) where ends[0].isEmpty:
      self = last > 0 && count > 0 ? .part(max(0, count - last)..<count) : .nothing
    default: break
    }
  }

  /// At most 15 digits: no file is larger.
  private static func number(_ text: Substring) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }
}
