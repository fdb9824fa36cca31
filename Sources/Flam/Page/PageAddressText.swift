// SPDX-License-Identifier: GPL-3.0-or-later

extension OpenedPage {
  /// Tells where the page is: for eyes, and for the camera of a phone.
  func tell() { Self.tell(address) }

  /// The same for an address.
  static func tell(_ address: String) {
    Terminal.tell("page: \(address)")
    if Terminal.isWatched, let code = QRText(address) { Terminal.tellLines(code.lines) }
  }
}
