// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Flam

@Suite struct QRTextTests {
  @Test("the code is drawn whole: square, with a bright margin and its three corners")
  func drawn() throws {
    let code = try #require(QRText("http://localhost:3526/"))
    let width = try #require(code.lines.first?.count)
    #expect(code.lines.allSatisfy { $0.count == width } && code.lines.count == (width + 1) / 2)
    #expect(code.lines.first?.allSatisfy { $0 == "█" } == true)
    #expect(code.lines.allSatisfy { $0.hasPrefix("██") && $0.hasSuffix("██") })
    // The frame of a corner: seven dark modules over a bright row within.
    let corners = Array(code.lines[1])
    #expect(
      String(corners[2..<9]) == " ▄▄▄▄▄ " && String(corners[(width - 9)..<(width - 2)]) == " ▄▄▄▄▄ "
    )
  }

  @Test("a text that fits no code has none")
  func tooLong() { #expect(QRText(String(repeating: "a", count: 5000)) == nil) }
}
