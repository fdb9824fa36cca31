// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct HitGroupsTests {
  private func pads(
    _ text: String
  ) throws -> (pads: [PadDescription], layers: [[HitGroups.Layer]], problems: [KitProblem]) {
    let folder = TemporaryFolder()
    let description = try SFZKit.describe(path: folder.write(text: text, to: "kit.sfz"))
    var problems = ProblemList()
    let layers = description.pads.map {
      HitGroups($0.regions).layers($0, reporting: &problems)
    }
    return (description.pads, layers, problems.all)
  }

  @Test(
    "regions of one velocity range that take turns are variations, those that do not sound together"
  )
  func variations() throws {
    let (pads, layers, _) = try pads(
      """
      <region> sample=1 key=38 seq_length=2 seq_position=1
      <region> sample=2 key=38 seq_length=2 seq_position=2
      <region> sample=room key=38
      <region> sample=3 key=36 lorand=0 hirand=0.5 <region> sample=4 key=36 lorand=0.5
      """
    )
    #expect(pads.map(\.role) == [.kick, .snare])
    #expect(layers[0].map(\.variations) == [[[0], [1]]])
    #expect(layers[1].map(\.variations) == [[[2, 0], [2, 1]]])
  }

  @Test("microphones that count differently meet in every hit, and no hit is silent")
  func differentLengths() throws {
    let layers = try pads(
      """
      <group> key=38 seq_length=4
      <region> sample=1 seq_position=1 <region> sample=2 seq_position=2
      <region> sample=3 seq_position=3 <region> sample=4 seq_position=4
      <group> key=38 seq_length=2
      <region> sample=room1 seq_position=1 <region> sample=room2 seq_position=2
      <group> key=36 seq_length=12
      <region> sample=a seq_position=1 <region> sample=b seq_position=2
      """
    ).layers
    #expect(layers[0].map(\.variations) == [[[0], [1]]])
    #expect(layers[1].map(\.variations) == [[[0, 4], [1, 5], [2, 4], [3, 5]]])
  }

  @Test(
    "a drawn sound over a constant one leaves that alone as often as the kit says")
  func accents() throws {
    let layers = try pads(
      """
      <region> sample=base key=36 <region> sample=accent key=36 seq_length=4 seq_position=1
      <region> sample=base key=38 <region> sample=accent key=38 hirand=0.75
      <region> sample=base key=42 <region> sample=accent key=42 seq_length=4 seq_position=5
      <region> sample=*silence key=46 <region> sample=accent key=46 seq_length=4 seq_position=1
      """
    ).layers.map { $0[0].variations }
    #expect(layers[0] == [[0], [0], [0], [0, 1]])
    #expect(layers[1] == [[0], [0, 1], [0, 1], [0, 1]])
    #expect(layers[2] == [[0]])
    #expect(layers[3] == [[1]])
  }

  @Test("layers that overlap are cut at each beginning and end")
  func overlap() throws {
    let layers = try pads("<region> sample=1 key=38 hivel=99 <region> sample=2 key=38 lovel=50")
      .layers
    #expect(layers[0].map(\.velocities) == [0...49, 50...99, 100...127])
    #expect(layers[0].map(\.variations) == [[[0]], [[0, 1]], [[1]]])
  }

  @Test("no velocity is silent: the nearest layer fills a gap, and the gap is reported")
  func gaps() throws {
    let (_, layers, problems) = try pads(
      "<region> sample=1 key=38 lovel=20 hivel=40 <region> sample=2 key=38 lovel=61 hivel=100")
    #expect(layers[0].map(\.velocities) == [0...50, 51...127])
    #expect(problems.map(\.kind) == [.velocityGap, .velocityGap, .velocityGap])
    #expect(problems[1].message.contains("41...60"))
  }

  @Test("the lowest velocity that a player can strike is 1, so a kit that begins there has no gap")
  func lowest() throws {
    #expect(try pads("<region> sample=1 key=38 lovel=1 hivel=127").problems.isEmpty)
  }

  @Test("a silence is heard only if nothing else is")
  func silence() throws {
    let layers = try pads(
      "<region> sample=*silence key=44 <region> sample=*silence key=38 <region> sample=a key=38"
    ).layers
    #expect(layers[0].map(\.variations) == [[[1]]])
    #expect(layers[1].map(\.variations) == [[[0]]])
  }

  @Test("a group ends those that are off by it, each in its own time")
  func chokes() throws {
    let folder = TemporaryFolder()
    let chokes = try SFZKit.describe(
      path: folder.write(
        text: """
          <region> sample=c key=42 group=1
          <region> sample=o key=46 group=2 off_by=1 off_mode=time off_time=0.2
          <region> sample=r key=51 note_polyphony=1
          """, to: "kit.sfz")
    ).chokes
    #expect(
      chokes == [
        .init(by: 0, ends: 1, seconds: 0.2, isSteep: true), .init(by: 2, ends: 2, seconds: 0.006),
      ])
  }

  @Test("notes outside General MIDI are known by the names of their sounds")
  func names() throws {
    let pads = try pads(
      "<region> sample=My_Kick.wav key=60 <region> sample=OpenHat 1.wav key=61 <region> sample=x key=62"
    )
    .pads
    #expect(pads.map(\.role) == [.kick, .hihatOpen, .other])
  }

  @Test("the pad on its role's own note comes before its relatives")
  func relatives() throws {
    let pads = try pads("<region> sample=a key=35 <region> sample=b key=36").pads
    #expect(pads.map(\.note) == [36, 35] && pads.map(\.role) == [.kick, .kick])
  }

  @Test("keys that play the same are one pad")
  func range() throws {
    #expect(try pads("<region> sample=a").pads.map(\.note) == [36])
  }

  @Test("regions of a pad that differ in what ends them are ended one by one")
  func partsOfHits() throws {
    let folder = TemporaryFolder()
    let kit = try SFZKit.describe(
      path: folder.write(
        text: """
          <region> sample=close key=49 group=1 off_by=2
          <region> sample=room key=49 group=2
          <region> sample=soft key=51 hivel=60 group=3
          <region> sample=hard key=51 lovel=61 group=3 off_by=3
          <region> sample=stopped key=53 group=2
          """, to: "kit.sfz"))
    #expect(kit.chokes.isEmpty)
    let chokes = kit.pads.map { $0.regions.map(\.voicing.choke) }
    let ended = chokes.map { $0.map { [$0.group, $0.endedBy] } }
    #expect(ended == [[[0, 2], [2, 0]], [[3, 0], [3, 3]], [[2, 0]]])
    #expect(chokes.joined().allSatisfy { $0.endedBy == 0 || $0.seconds == 0.006 })
  }
}
