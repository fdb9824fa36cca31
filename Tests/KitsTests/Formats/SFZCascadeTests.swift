// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Kits

/// The effect of an opcode's place in an SFZ file.
@Suite struct SFZCascadeTests {
  let folder = TemporaryFolder()

  private func describe(
    _ text: String
  ) throws -> (regions: [SFZRegion], problems: [KitProblem]) {
    try SFZKit.regions(path: folder.write(text: text, to: "kit.sfz"))
  }

  @Test("key is a range of one and its centre, at its own place among the opcodes for them")
  func key() throws {
    let regions = try describe(
      """
      <global> pitch_keycenter=60 <group> lokey=36 hikey=50
      <region> sample=a key=38 <region> sample=a key=42 hikey=44 <region> sample=a key=x
      <region> sample=a pitch_keycenter=30 key=40 <region> sample=a key=40 pitch_keycenter=30
      <group> key=45 <region> sample=a lokey=40 <region> sample=a
      """
    ).regions
    #expect(
      regions.map(\.notes)
        == [38...38, 42...44, 36...50, 40...40, 40...40, 40...45, 45...45])
    #expect(
      regions.map { $0.pitchSemitones(note: $0.notes.upperBound) } == [0, 2, -10, 0, 10, 0, 0])
  }

  @Test("a controller between two positions belongs to the lower one, wherever it is set")
  func betweenPositions() throws {
    let text = "<region> sample=low hicc20=63 <region> sample=high locc20=64 "
    for (position, sample) in [(0.5, "low"), (0.503, "low"), (0.51, "high")] {
      let after = try describe(text + "<control> set_hdcc20=\(position)")
      #expect(after.regions.map(\.region.slice?.path) == [sample])
      let before = try describe("<control> set_hdcc20=\(position) " + text)
      #expect(before.regions.map(\.region.slice?.path) == [sample])
    }
  }

  @Test("regions that a struck note does not play are left out, explicit silences are kept as such")
  func unstruck() throws {
    let (regions, problems) = try describe(
      """
      <control> set_cc20=10 set_hdcc21=0.5
      <region> sample=a.wav trigger=release <region> sample=*silence
      <region> sample=a.wav end=-1 <region> sample=a.wav locc20=64
      <region> sample=a.wav on_locc64=1 <region> sample=b.wav locc21=60 hicc21=70
      """)
    #expect(regions.map(\.region.slice?.path) == [nil, nil, "b.wav"])
    #expect(
      problems.map(\.description) == [
        "regions that are switched off by controllers and keys: locc20 (1)",
        "regions that no stroke plays: trigger=on_loccN (1), trigger=release (1)",
      ])
  }

  @Test("unplayed regions are reported, each with its purpose")
  func unplayed() throws {
    let (regions, problems) = try describe(
      """
      <region> sample=a locc20=64 <region> sample=a locc20=1 <region> sample=a sw_last=24
      <region> sample=a sw_last=25 <region> sample=*gnoise <region> sample=*silence
      """)
    #expect(regions.count == 2)
    #expect(
      problems.map(\.message) == [
        "regions that are switched off by controllers and keys: locc20 (2), sw_last (1)",
        "regions that come from a generator that Flam does not have: *gnoise (1)",
      ])
    #expect(problems.allSatisfy { !$0.isFault })
  }

  @Test("if controllers switch all off, that is the error")
  func allOff() {
    let path = folder.write(text: "<region> sample=a.wav key=36 locc20=1", to: "kit.sfz")
    let error = #expect(throws: KitError.self) { try KitLoader.plan(path: path) }
    #expect(error?.reason == "none of its regions is played")
    #expect(error?.detail?.contains("locc20 (1)") == true)
  }

  @Test("if all come from a generator that Flam lacks, that is the error, with those it has")
  func unknownGenerators() {
    let path = folder.write(text: "<region> sample=*sinus key=36", to: "kit.sfz")
    let error = #expect(throws: KitError.self) { try KitLoader.plan(path: path) }
    #expect(
      error?.reason
        == "it has regions that come from a generator that Flam does not have: *sinus (1)")
    #expect(
      error.map { "\($0.advice)" }
        == "name one of Flam's: *sine, *triangle, *saw, *square, *noise, *silence")
    #expect(error?.detail == nil)
  }

  @Test("a name of any length makes a readable message")
  func longNames() {
    let name = String(repeating: "x", count: 1_000_000)
    let path = folder.write(text: "<region> sample=\(name).wav key=36", to: "kit.sfz")
    let error = #expect(throws: KitError.self) { try KitLoader.plan(path: path) }
    let text = error.map { "\($0) \($0.detail ?? "")" } ?? ""
    #expect(text.count < 1000 && text.contains("xxx…xxx") && text.contains(".wav' is missing"))
  }
}
