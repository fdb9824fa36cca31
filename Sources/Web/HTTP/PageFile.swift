// SPDX-License-Identifier: GPL-3.0-or-later
import CWebFiles

/// A file of the page. All of them are compiled in; none is read from the disk.
struct PageFile {
  let path: String
  let type: String
  let bytes: [UInt8]

  private init(_ file: web_file) {
    (path, type) = (String(cString: file.path), String(cString: file.type))
    let whole = UnsafeBufferPointer(start: file.bytes, count: file.count)
    bytes = type.contains("javascript") ? Self.lightened(whole) : Array(whole)
  }

  /// A script without its lines of comment and its indentation, which are for those who work on it. No text of a script may
  /// go on in another line.
  private static func lightened(_ script: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.drop { $0 == UInt8(ascii: " ") } }
      .filter { !$0.starts(with: "//".utf8) }
      .joined(separator: CollectionOfOne(UInt8(ascii: "\n"))).map(\.self)
  }

  /// All files.
  static let all = UnsafeBufferPointer(start: web_files, count: web_file_count)
    .map { PageFile($0) }

  /// The size of all files together, in bytes.
  static var weight: Int { all.reduce(0) { $0 + $1.bytes.count } }

  /// The file with exactly this path; nil if there is none.
  static func at(_ path: String) -> PageFile? { all.first { $0.path == path } }
}
