// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

/// Kits in the hardest corners of each format, struck at every velocity in an order by chance: a hit sounds, or the
/// silence is the kit's own and told.
@Suite struct CornerKitsTests {
  let kit = KitFolder()

  private func silences(_ path: String, rounds: Int = 12) throws -> Set<StruckKit.Silence> {
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 16))
    return StruckKit(loaded.kit).silences(rounds: rounds, seed: 3)
  }

  @Test(
    "SFZ: counters that do not match, draws with holes, gaps, what is out of reach: no hit is silent by chance"
  )
  func sfz() throws {
    for (index, name) in ["a", "b", "c"].enumerated() {
      try kit.hit("Samples/\(name) & #1.wav", decibels: -18 + 6 * Float(index), onsetFrame: 700)
    }
    try kit.hit("Samples/long.wav", seconds: 0.5)
    kit.folder.write(text: "<region> sample=c & #1.wav key=$HAT\n", to: "parts/Hat.sfz")
    kit.write(
      """
      // The counters of the two layers do not match, and the draws leave a hole.
      #define $HAT 42
      <control> default_path=\\SAMPLES\\ set_hdcc20=0.5 note_offset=0
      <group> key=36
      <region> sample=A & #1.wav lovel=20 hivel=63 seq_length=3 seq_position=2
      <region> sample=b & #1.wav lovel=20 hivel=63 seq_length=5 seq_position=5
      <region> sample=c & #1.wav lovel=70 hivel=110 seq_length=12 seq_position=7
      <group> key=38
      <region> sample=a & #1.wav lorand=0.2 hirand=0.4
      <region> sample=b & #1.wav lorand=0.7 hirand=0.9 locc20=1
      <region> sample=c & #1.wav locc20=100
      this line is no opcode at all <nor_this> x=y
      <group> key=40
      <region> sample=a & #1.wav xfin_lovel=1 xfin_hivel=60 xfout_lovel=60 xfout_hivel=127
      <region> sample=long.wav offset=99999999
      <region> sample=gone.wav lovel=1 hivel=10
      <group>
      #include "parts/hat.sfz"
      <group> key=46 off_by=1 amp_veltrack=-100
      <region> sample=long.wav end=-1 hivel=30
      <region> sample=*silence lovel=31 hivel=60
      <region> sample=long.wav lovel=61
      """)
    let plan = try KitLoader.plan(path: kit.path)
    #expect(plan.pads.map(\.note) == [36, 38, 42, 46, 40])
    let told = plan.problems.map(\.description)
    #expect(
      plan.problems.filter { $0.kind == .explicitSilence }.map(\.message) == [
        "'hihat-open' is silent at velocities 0...60, as its kit has it"
      ], "\(told)")
    #expect(told.contains { $0.contains("gone.wav' is missing") })
    #expect(told.contains { $0.contains("ends before its offset") })
    let silent = Set((1...60).map { StruckKit.Silence(pad: 3, velocity: $0) })
    #expect(try silences(kit.path) == silent)
  }

  @Test(
    "a pad that is silent by intent ends others, and answers no sound: the drum next to it does")
  func silentChoke() throws {
    try kit.hit("open.wav", decibels: -6)
    try kit.hit("closed.wav", decibels: -6)
    kit.write(
      """
      <region> sample=closed.wav key=42 group=1
      <region> sample=*silence key=44 group=1
      <region> sample=open.wav key=46 off_by=1
      """)
    let plan = try KitLoader.plan(path: kit.path)
    let pedal = plan.pad(for: PadChoice(.hihatPedal))
    #expect(plan.pads[pedal].note == 42)
    let silent = try #require(plan.pads.firstIndex { $0.note == 44 })
    #expect(plan.pads[silent].name == "hihat-pedal")
    let open = try #require(plan.pads.firstIndex { $0.note == 46 })
    #expect(plan.chokes.contains { $0.by == silent && $0.ends == open })
  }

  @Test("Hydrogen of all four generations: gaps and overlaps, missing sounds with another ending")
  func hydrogen() throws {
    try kit.hit("a.flac", decibels: -18, onsetFrame: 900)
    try kit.hit("b.wav", decibels: -6)
    let generations = [
      "<filename>a.wav</filename><exclude/>",
      """
      <layer><filename>A.WAV</filename><min>0.1</min><max>0.3</max></layer>
      <layer><filename>b.wav</filename><min>0.8</min><max>0.9</max></layer>
      """,
      """
      <instrumentComponent><component_id>0</component_id><gain>1</gain>
      <layer><filename>a.wav</filename><min>0.37</min><max>0.73</max></layer>
      <layer><filename>b.wav</filename><min>0.2</min><max>0.38</max></layer></instrumentComponent>
      """,
      """
      <sampleSelectionAlgo>ROUND_ROBIN</sampleSelectionAlgo>
      <instrumentComponent><name>Main</name><gain>1</gain><isMuted>false</isMuted>
      <layer><filename>a.wav</filename><min>0</min><max>1</max></layer>
      <layer><filename>gone.wav</filename><min>0</min><max>1</max></layer></instrumentComponent>
      """,
    ]
    let instruments = generations.enumerated().map {
      "<instrument><id>\($0)</id><name>Drum \($0)</name><volume>1</volume>\($1)</instrument>"
    }
    let path = kit.folder.write(
      text: "<drumkit_info><name>Corners</name><instrumentList>\(instruments.joined())"
        + "</instrumentList></drumkit_info>", to: "drumkit.xml")
    #expect(try KitLoader.plan(path: path).pads.count == 4)
    #expect(try silences(path).isEmpty)
  }

  @Test("a folder: layers by name, by loudness and without either")
  func folder() throws {
    try kit.hit("drums/kick_v1_rr1.wav", decibels: -30)
    try kit.hit("drums/kick_v1_rr2.wav", decibels: -29, onsetFrame: 2000)
    try kit.hit("drums/kick_v9_rr1.wav", decibels: -3)
    for index in 0..<5 { try kit.hit("drums/snare \(index).wav", decibels: -40 + 8 * Float(index)) }
    try kit.hit("drums/Odd Thing.wav", rate: 22_050)
    let path = "\(kit.folder.path)/drums"
    #expect(try KitLoader.plan(path: path).pads.count == 3)
    #expect(try silences(path).isEmpty)
  }
}
