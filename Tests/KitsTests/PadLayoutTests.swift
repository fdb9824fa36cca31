// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@testable import Kits

@Suite struct PadLayoutTests {
  private func layout(_ text: String) throws -> (pads: [PadLayout], problems: [KitProblem]) {
    let folder = TemporaryFolder()
    let description = try SFZKit.describe(path: folder.write(text: text, to: "kit.sfz"))
    var problems: [KitProblem] = []
    let pads = PadLayout.pads(of: description.regions, reporting: &problems)
    return (pads, problems)
  }

  @Test(
    "regions of one velocity range that take turns are variations, those that do not sound together"
  )
  func variations() throws {
    let pads = try layout(
      """
      <region> sample=1 key=38 seq_length=2 seq_position=1
      <region> sample=2 key=38 seq_length=2 seq_position=2
      <region> sample=room key=38
      <region> sample=3 key=36 lorand=0 hirand=0.5 <region> sample=4 key=36 lorand=0.5
      """
    ).pads
    #expect(pads.map(\.role) == [.kick, .snare])
    #expect(pads[0].layers.map(\.variations) == [[[3], [4]]])
    #expect(pads[1].layers.map(\.variations) == [[[2, 0], [2, 1]]])
  }

  @Test("layers that overlap are cut where one of them begins or ends")
  func overlap() throws {
    let pads = try layout("<region> sample=1 key=38 hivel=99 <region> sample=2 key=38 lovel=50")
      .pads
    #expect(pads[0].layers.map(\.velocities) == [0...49, 50...99, 100...127])
    #expect(pads[0].layers.map(\.variations) == [[[0]], [[0, 1]], [[1]]])
  }

  @Test("no velocity is silent: the nearest layer fills a gap, and the gap is reported")
  func gaps() throws {
    let (pads, problems) = try layout(
      "<region> sample=1 key=38 lovel=20 hivel=40 <region> sample=2 key=38 lovel=61 hivel=100")
    #expect(pads[0].layers.map(\.velocities) == [0...50, 51...127])
    #expect(problems.map(\.kind) == [.velocityGap, .velocityGap, .velocityGap])
    #expect(problems[1].message.contains("41...60"))
  }

  @Test("the lowest velocity that a player can strike is 1, so a kit that begins there has no gap")
  func lowest() throws {
    #expect(try layout("<region> sample=1 key=38 lovel=1 hivel=127").problems.isEmpty)
  }

  @Test("hi-hats end each other within 30 ms where the kit says nothing of it, else as it says")
  func hihats() throws {
    let hats = "<region> sample=c key=42 <region> sample=p key=44 <region> sample=o key=46"
    let pads = try layout("<region> sample=k key=36 group=3 " + hats).pads
    #expect(pads.filter { $0.role != .kick }.allSatisfy { $0.group == 4 && $0.offBy == 4 })
    #expect(pads.filter { $0.role != .kick }.allSatisfy { $0.offSeconds == 0.03 })
    let own = try layout(hats + " off_by=1 off_mode=time off_time=0.2").pads
    #expect(own.map(\.offBy) == [0, 0, 1] && own.map(\.group) == [0, 0, 0])
    #expect(own[2].offSeconds == 0.2)
  }

  @Test("notes outside General MIDI are known by the names of their sounds")
  func names() throws {
    let pads = try layout(
      "<region> sample=My_Kick.wav key=60 <region> sample=OpenHat 1.wav key=61 <region> sample=x key=62"
    )
    .pads
    #expect(pads.map(\.role) == [.kick, .hihatOpen, .other])
  }

  @Test("the pad on its role's own note comes before its relatives")
  func relatives() throws {
    let pads = try layout("<region> sample=a key=35 <region> sample=b key=36").pads
    #expect(pads.map(\.note) == [36, 35] && pads.map(\.role) == [.kick, .kick])
  }

  @Test("keys that play the same are one pad")
  func range() throws {
    #expect(try layout("<region> sample=a").pads.map(\.note) == [36])
  }
}
