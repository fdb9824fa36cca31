// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Kits

@Suite struct SFZKitTests {
  let folder = TemporaryFolder()

  private func describe(_ text: String) throws -> KitDescription {
    try SFZKit.describe(path: folder.write(text: text, to: "kit.sfz"))
  }

  private func region(_ opcodes: String) throws -> KitRegion {
    try #require(describe("<region> sample=a.wav \(opcodes)").regions.first)
  }

  @Test(
    "opcodes cascade from global to region, later ones override, a new master forgets the group")
  func cascade() throws {
    let regions = try describe(
      """
      <global> volume=-6 pan=-50
      <master> lovel=10 <group> hivel=20 pan=50 <region> sample=a.wav key=36
      <region> sample=b.wav key=36 volume=0
      <master> <region> sample=c.wav key=36
      """
    ).regions
    #expect(regions.map(\.velocities) == [10...20, 10...20, 0...127])
    #expect(regions.map(\.pan) == [0.5, 0.5, -0.5])
    #expect(zip(regions, [0.5012, 1, 0.5012]).allSatisfy { abs($0.gain - $1) < 1e-3 })
  }

  @Test("keys are numbers or names, alone or in ranges, shifted by note_offset")
  func keys() throws {
    #expect(try region("key=36").notes == 36...36)
    #expect(try region("key=c4").notes == 60...60)
    #expect(try region("lokey=F#2 hikey=Bb2").notes == 42...46)
    #expect(try region("").notes == 0...127)
    let shifted = try describe("<control> note_offset=-12 <region> sample=a.wav key=48").regions
    #expect(shifted[0].notes == 36...36)
  }

  @Test("numbers out of all range are taken as nearest or skipped, never a trap")
  func absurdNumbers() throws {
    _ = try describe("<control> note_offset=1e30 set_cc1=1e38 <region> sample=a key=c99999999999")
    _ = try describe("<region> sample=a key=99999999999999999999 offset=1e30 end=1e30 group=-1e30")
    _ = try describe("<region> sample=a lovel=300 volume=nan pan=inf seq_length=-4 off_time=-1")
    #expect(try region("pan=300 volume=1e9").pan == 1)
  }

  @Test("paths: default_path goes before, backslashes become slashes")
  func paths() throws {
    let regions = try describe(
      "<control> default_path=..\\Samples\\bd_ <region> sample=a b\\1.wav key=36"
    ).regions
    #expect(regions[0].slice.path == "../Samples/bd_a b/1.wav")
  }

  @Test("volumes of all levels add in decibels, amplitude multiplies")
  func gain() throws {
    let gain = try region("volume=-6 group_volume=-6 master_volume=6 amplitude=50").gain
    #expect(abs(gain - 0.2506) < 1e-3)  // -6 dB, halved
  }

  @Test("velocity gain is v squared, a curve's straight lines, or a part of either")
  func velocityGain() throws {
    #expect(abs(try region("").velocityGains[64] - 0.25395) < 1e-4)  // (64/127)^2
    let curve = try region("amp_velcurve_64=1").velocityGains
    #expect(curve[0] == 0 && abs(curve[32] - 0.5) < 1e-6 && curve[64] == 1 && curve[127] == 1)
    #expect(try region("amp_veltrack=0").velocityGains.allSatisfy { $0 == 1 })
    let half = try region("amp_veltrack=50").velocityGains
    #expect(half[0] == 0.5 && half[127] == 1)
  }

  @Test("regions that a struck note does not play are left out")
  func unplayed() throws {
    let regions = try describe(
      """
      <control> set_cc20=10 set_hdcc21=0.5
      <region> sample=a.wav trigger=release <region> sample=*silence
      <region> sample=a.wav end=-1 <region> sample=a.wav locc20=64
      <region> sample=a.wav on_locc64=1 <region> sample=b.wav locc21=60 hicc21=70
      """
    ).regions
    #expect(regions.map(\.slice.path) == ["b.wav"])
  }

  @Test("opcodes without effect are listed by how often they come")
  func ignored() throws {
    let problems = try describe("<region> sample=a tune=3 cutoff=9 <region> sample=a tune=4")
      .problems
    #expect(problems.map(\.description) == ["opcodes without effect: tune (2), cutoff (1)"])
  }
}
