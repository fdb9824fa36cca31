// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Testing

@testable import Reports

@Suite struct SpectrumTextTests {
  private static func spectrum(_ json: String) throws -> OutputSpectrum {
    try JSONDecoder().decode(OutputSpectrum.self, from: Data(json.utf8))
  }

  @Test("phase, balance and the strongest tone have words; silence is silence")
  func facts() throws {
    let bass = try Self.spectrum(
      """
      {"correlation":0.91,"balanceDecibels":0.02,"bands":[],
       "strongest":{"hertz":61.74,"note":"B1","cents":3.2,"decibels":-12}}
      """)
    #expect(
      SpectrumText.facts(bass) == "phase +0.9, balance 0.0 dB, strongest 61.7 Hz (B1 +3)")
    let left = try Self.spectrum(
      """
      {"correlation":-0.5,"balanceDecibels":-6.04,"bands":[],
       "strongest":{"hertz":438,"note":"A4","cents":-8,"decibels":-12}}
      """)
    #expect(
      SpectrumText.facts(left) == "phase -0.5, balance 6.0 dB left, strongest 438.0 Hz (A4 -8)")
    let soft = try Self.spectrum(#"{"correlation":1,"balanceDecibels":3,"bands":[]}"#)
    #expect(SpectrumText.facts(soft) == "phase +1.0, balance 3.0 dB right")
    #expect(SpectrumText.facts(try Self.spectrum(#"{"bands":[]}"#)) == "silence")
  }

  @Test("each band stands under its frequency, ten in a row")
  func bands() throws {
    let bands = (0..<12).map { #"{"hertz":\#(25 + 500 * $0),"decibels":\#(-10 - $0)}"# }
    let lines = SpectrumText.lines(
      try Self.spectrum("{\"bands\":[\(bands.joined(separator: ",")),{\"hertz\":12500}]}"))
    #expect(lines.count == 5 && lines[0] == "silence")
    #expect(lines[1].hasPrefix("Hz    25   525 1.02k"))
    #expect(lines[2].hasPrefix("dB   -10   -11   -12"))
    #expect(lines[3].hasSuffix(" 12.5k") && lines[4].hasSuffix("     -"))
    #expect(lines[1].count == 62 && lines[2].count == 62)
  }

  @Test(
    "frequencies are short",
    arguments: [
      (25, "25"), (31.5, "31.5"), (800, "800"), (1000, "1k"), (1250, "1.25k"), (6300, "6.3k"),
      (12_500, "12.5k"), (20_000, "20k"),
    ])
  func names(hertz: Float, name: String) { #expect(SpectrumText.name(hertz) == name) }
}
