// SPDX-License-Identifier: GPL-3.0-or-later
import CPageFiles

/// A file of the page, as it was compiled in. There are no others: nothing is read from the disk.
struct PageFile {
  let path: String
  let type: String
  let bytes: [UInt8]

  private init(_ path: String, _ type: String, _ file: page_file) {
    (self.path, self.type) = (path, type)
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// All that there are.
  static let all = [
    PageFile("/", "text/html; charset=utf-8", page_markup),
    PageFile("/style.css", "text/css; charset=utf-8", page_style),
    PageFile("/app.js", "text/javascript; charset=utf-8", page_program),
    PageFile("/monitor.js", "text/javascript; charset=utf-8", page_monitor),
    PageFile("/icon.svg", "image/svg+xml", page_icon),
  ]

  /// All files together, in bytes.
  static var weight: Int { all.reduce(0) { $0 + $1.bytes.count } }

  /// The file of that very path; nil for none.
  static func at(_ path: String) -> PageFile? { all.first { $0.path == path } }
}
