// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct WrittenNumberTests {
  @Test(
    "the number that a text begins with",
    arguments: [
      ("38", 38), (" -6.5dB", -6.5), ("+3", 3), (".5", 0.5), ("5.", 5), ("1e2", 100), ("1e", 1),
      ("2e-1x", 0.2), ("63;", 63), ("0,5", 0), ("7 8", 7), ("1.2.3", 1.2),
    ] as [(String, Float)])
  func leading(text: String, number: Float) {
    #expect(WrittenNumber.leading(text) == number)
  }

  @Test(
    "what begins with none is none",
    arguments: ["", "-", ".", "e5", "nan", "inf", "x1", "1e99", "−3", "٣"])
  func none(text: String) {
    #expect(WrittenNumber.leading(text) == nil)
  }

  @Test("in XML the decimal sign may be a comma")
  func comma() {
    #expect(WrittenNumber.inXML("0,75") == 0.75 && WrittenNumber.inXML("0.75") == 0.75)
  }
}
