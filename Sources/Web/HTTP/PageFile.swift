// SPDX-License-Identifier: GPL-3.0-or-later
import CWebFiles

/// A file of the page, as it was compiled in. There are no others: nothing is read from the disk.
struct PageFile {
  let path: String
  let type: String
  let bytes: [UInt8]

  private init(_ file: web_file) {
    (path, type) = (String(cString: file.path), String(cString: file.type))
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// All that there are.
  static let all = UnsafeBufferPointer(start: web_files, count: web_file_count)
    .map { PageFile($0) }

  /// All files together, in bytes.
  static var weight: Int { all.reduce(0) { $0 + $1.bytes.count } }

  /// The file of that very path; nil for none.
  static func at(_ path: String) -> PageFile? { all.first { $0.path == path } }
}
