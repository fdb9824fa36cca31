// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

/// Kits in the hardest corners of each format, struck at every velocity in random order: a hit
/// sounds, or the silence is the kit's own and reported.
@Suite struct CornerKitsTests {
  let kit = KitFolder()

  private func silences(_ path: String, rounds: Int = 12) throws -> Set<StruckKit.Silence> {
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 16))
    return StruckKit(loaded.kit).silences(rounds: rounds, seed: 3)
  }

  @Test(
    "SFZ: unequal counters, draws with holes, gaps, unreachable parts: no silence by chance"
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
    let received = plan.problems.map(\.description)
    #expect(
      plan.problems.filter { $0.kind == .explicitSilence }.map(\.message) == [
        "'hihat-open' is silent at velocities 0...60, as its kit has it"
      ], "\(received)")
    #expect(received.contains { $0.contains("gone.wav' is missing") })
    #expect(received.contains { $0.contains("ends before its offset") })
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
    let pedal = plan.pad(for: .hihatPedal)
    #expect(plan.pads[pedal].note == 42)
    let silent = try #require(plan.pads.firstIndex { $0.note == 44 })
    #expect(plan.pads[silent].name == "hihat-pedal")
    let open = try #require(plan.pads.firstIndex { $0.note == 46 })
    #expect(plan.chokes.contains { $0.by == silent && $0.ends == open })
  }

  @Test("kits laid out like common ones play as they are, every pad within reach")
  func made() throws {
    let made = MadeKits()
    for (name, path) in try made.all() {
      let plan = try KitLoader.plan(path: path)
      #expect(!plan.problems.contains { $0.isFault }, "\(name): \(plan.problems)")
      #expect(plan.reaches.allSatisfy { $0.isReachable }, "\(name)")
      let silent = try silences(path)
      #expect(silent.isEmpty, "\(name)")
    }
  }

  @Test("FreePats' layout: nine drums by their keys, two layers of three recordings each")
  func freePats() throws {
    let made = MadeKits()
    let plan = try KitLoader.plan(path: made.freePats())
    #expect(
      plan.pads.map(\.role)
        == [.kick, .snare, .hihatClosed, .hihatOpen, .crash, .ride, .tomLow, .tomMid, .crash])
    #expect(plan.pads.allSatisfy { $0.layers.map(\.hits.count) == [3, 3] })
    #expect(plan.pads[plan.pad(for: .crash)].note == 49)
  }

  @Test("GMRockKit's naming: drums, sides and ways of striking are distinguished")
  func naming() throws {
    let made = MadeKits()
    let plan = try KitLoader.plan(path: made.hydrogen())
    let roles = Dictionary(uniqueKeysWithValues: plan.pads.map { ($0.name, $0.role) })
    for (name, role) in [
      "Kick": .kick, "Stick": .sideStick, "Snare Head": .snare, "Hand Clap": .clap,
      "Floor Tom": .tomLow, "Hat Closed": .hihatClosed, "Hat Pedal": .hihatPedal,
      "Hat Semi-Open": .hihatHalf, "Hat Open": .hihatOpen, "Cowbell": .cowbell, "Ride": .ride,
      "Crash": .crash,
    ] as [String: PadRole] {
      #expect(roles[name] == role, "\(name)")
    }
    #expect(plan.pads.allSatisfy { $0.layers.count == 3 })
  }

  @Test("regions that only a controller plays answer no stroke, and chokes of strokes are left")
  func controllers() throws {
    let made = MadeKits()
    let plan = try KitLoader.plan(path: made.controllers())
    #expect(plan.pads.map(\.note) == [42, 46, 49])
    #expect(plan.pads.allSatisfy { $0.layers.count == 1 && $0.layers[0].hits.count == 1 })
    #expect(plan.chokes.map { [$0.by, $0.ends] } == [[0, 1]])
    #expect(plan.problems.contains { $0.kind == .unplayedRegions })
    // The lowest velocity of a note is 1; 0 would be its end.
    #expect(plan.pads[0].layers[0].velocities == 0...127)
  }

  @Test("a snare that rings louder if struck softly is reported, and levelled over 200 ms, too")
  func lateSwell() throws {
    let made = MadeKits()
    let path = try made.lateSwell()
    let matched = KitAdjustments(gain: .matched)
    let plan = try KitLoader.plan(path: path, adjustments: matched)
    let snare = plan.pads[1]
    let received = plan.problems.filter { $0.kind == .lateInversion }.map(\.message)
    #expect(received.count == 1 && received[0].contains("from velocity 63 on"), "\(received)")
    #expect(snare.ringingFallDecibels <= RingingCurve.mostFallDecibels + 0.1)
    let curve = snare.loudnessDecibels.dropFirst()
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 })
    func fall(_ adjustments: KitAdjustments) throws -> Float {
      let kit = try KitLoader.load(
        path: path, sampleRateHz: 48_000, adjustments: adjustments,
        into: SampleMemory(megabytes: 16)
      ).kit
      let border = RenderedKit(kit).borderStepsDecibels(pad: 1, seconds: 0.2)
      return try #require(border.first?.decibels)
    }
    #expect(try abs(fall(matched) + RingingCurve.mostFallDecibels) < 0.3)
    // As earlier sessions were played, and as its makers left it: hard strokes are recorded 4 dB louder.
    #expect(try fall(KitAdjustments(gain: .matchedAtOnce)) < -4)
    #expect(try abs(fall(KitAdjustments(gain: .asIs)) + 1.4) < 0.6)
  }

  @Test("of pads of one name that have no notes the second is numbered, so that it can be struck")
  func namesakes() throws {
    var kit = KitDescription(name: "kit", format: .folder, folder: "")
    kit.pads = [("Snare", nil), ("snare", nil), ("Snare", 40), ("Snare", nil)].map {
      (name: String, note: Int?) in
      PadDescription(
        name: name, role: .snare, note: note, line: SourceLine(file: "kit", number: 1))
    }
    #expect(kit.reachable.pads.map(\.name) == ["Snare", "snare 2", "Snare", "Snare 3"])
    #expect(kit.reachable.reachable.pads.map(\.name) == kit.reachable.pads.map(\.name))
    let made = MadeKits()
    let plan = try KitLoader.plan(path: made.namesakes())
    #expect(plan.reaches.allSatisfy { $0.isReachable })
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
