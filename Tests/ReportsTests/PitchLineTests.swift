// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Reports

@Suite struct PitchLineTests {
  private func step(_ hertz: Float?) -> PitchStep {
    PitchStep(frame: 2400, frequencyHz: hertz, levelDecibels: -20)
  }

  @Test("a note stands under the names of its columns")
  func note() {
    let note = SungNote(
      onsetFrame: 24_000, endFrame: 48_000, frequencyHz: 441, levelDecibels: -12.34)
    let text = PitchLine(note, sampleRateHz: 48_000, a4Hz: 440).description
    #expect(text == "    0.500  A4        +4   441.00  -12.3 dBFS    0.50 s")
    #expect(PitchLine.header(ofNotes: true).count == text.count)
  }

  @Test("a moment without a tone has a dash in place of a note")
  func moment() {
    let text = PitchLine(step(nil), sampleRateHz: 48_000, a4Hz: 440).description
    #expect(text == "    0.050  -" + String(repeating: " ", count: 22) + "-20.0 dBFS")
    #expect(PitchLine.header(ofNotes: false).count == text.count)
  }

  @Test(
    "the needle stands as far from the middle as the pitch is from the note",
    arguments: [(440, 0), (452.7, 12), (427.7, -12), (446.4, 6)] as [(Float, Int)])
  func needle(hertz: Float, place: Int) throws {
    let text = Array(NeedleLine(step(hertz), a4Hz: 440).description)
    let first = try #require(text.firstIndex { $0 == "─" || $0 == "▲" })
    let needle = try #require(text.firstIndex(of: "▲"))
    #expect(needle - first == 12 + place && String(text.prefix(2)) == "A4")
    #expect(String(text).contains("in tune") == (place == 0))
    #expect(text.count <= 79)
  }

  @Test("without a tone there is no needle, and the rest stays in its place")
  func silence() {
    let silent = NeedleLine(step(nil), a4Hz: 440).description
    let sounding = NeedleLine(step(452), a4Hz: 440).description
    #expect(!silent.contains("▲") && silent.count == sounding.count)
  }
}
