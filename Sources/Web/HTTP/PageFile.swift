// SPDX-License-Identifier: GPL-3.0-or-later
import CWebFiles

/// A file of the page. All of them are compiled in; none is read from the disk.
struct PageFile {
  let path: String
  let type: String
  let bytes: [UInt8]

  private init(_ file: web_file) {
    (path, type) = (String(cString: file.path), String(cString: file.type))
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// All files.
  static let all = UnsafeBufferPointer(start: web_files, count: web_file_count)
    .map { PageFile($0) }

  /// The size of all files together, in bytes.
  static var weight: Int { all.reduce(0) { $0 + $1.bytes.count } }

  /// The file with exactly this path; nil if there is none.
  static func at(_ path: String) -> PageFile? { all.first { $0.path == path } }
}
