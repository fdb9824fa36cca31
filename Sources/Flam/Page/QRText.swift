// SPDX-License-Identifier: GPL-3.0-or-later
import CQREncode
import Console

/// A QR code for a terminal: two of its rows in a line, its bright parts drawn.
struct QRText {
  private static let marginModules = 2
  /// From top to bottom, whether the upper and the lower module are dark.
  private static let letters: [[Character]] = [["█", "▀"], ["▄", " "]]

  private let isDark: [Bool]
  private let width: Int

  /// The code of a text; nil if it is too long for one.
  init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Its lines, with the bright margin that readers need.
  var lines: [String] {
    let range = -Self.marginModules..<width + Self.marginModules
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      String(range.map { Self.letters[isDark(row, $0) ? 1 : 0][isDark(row + 1, $0) ? 1 : 0] })
    }
  }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
    return isDark[row * width + column]
  }
}

extension OpenedPage {
  /// Shows the page's address: for eyes, and for the camera of a phone.
  func show() { Self.show(address) }

  /// The same for an address.
  static func show(_ address: String) {
    Terminal.report("page: \(address)")
    if Terminal.isWatched, let code = QRText(address) { Terminal.reportLines(code.lines) }
  }
}
