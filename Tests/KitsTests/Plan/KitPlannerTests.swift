// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct KitPlannerTests {
  let kit = KitFolder()

  /// A snare of four layers at these levels, next to an SFZ kit's own response.
  private func plan(_ levels: [Float], opcodes: String = "") throws -> KitPlan {
    var text = ""
    for (index, level) in levels.enumerated() {
      try kit.hit("\(index).wav", decibels: level, onsetFrame: 100)
      let low = 128 * index / levels.count
      let high = 128 * (index + 1) / levels.count - 1
      text += "<region> sample=\(index).wav key=38 lovel=\(low) hivel=\(high) \(opcodes)\n"
    }
    kit.write(text)
    return try KitLoader.plan(path: kit.path)
  }

  private func loudness(_ plan: KitPlan) -> [Float] { plan.pads[0].loudnessDecibels }

  @Test("recorded dynamics are kept, velocity is not applied to them once more")
  func recorded() throws {
    let plan = try plan([-40, -28, -16, -4])
    #expect(plan.dynamics == .recorded)
    let curve = loudness(plan)
    #expect(abs(curve[112] - curve[16] - 36) < 1)
    #expect(
      plan.problems.contains { $0.kind == .loudnessStep } && plan.pads[0].stepDecibels <= 2.51)
  }

  @Test("sounds of one loudness get theirs from velocity")
  func normalised() throws {
    let plan = try plan([-8, -6, -7, -5])
    #expect(plan.dynamics == .normalised)
    #expect(abs(loudness(plan)[127] - loudness(plan)[64] - 11.9) < 0.1)
  }

  @Test(
    "a kit that turns velocity off, or plays each layer in full at its top, has its own dynamics")
  func declared() throws {
    #expect(try plan([-14, -11, -8, -5], opcodes: "amp_veltrack=0").dynamics == .recorded)
    let full = "amp_velcurve_31=1 amp_velcurve_63=1 amp_velcurve_95=1 amp_velcurve_127=1"
    #expect(try plan([-14, -11, -8, -5], opcodes: full).dynamics == .recorded)
  }

  @Test("soft layers that a kit raises for players that lower them are as soft as recorded")
  func raised() throws {
    var layers = ""
    for (index, level) in ([-30, -20, -10] as [Float]).enumerated() {
      try kit.hit("\(index).wav", decibels: level)
      layers += "<layer><filename>\(index).wav</filename><min>\(Float(index) / 3)</min>"
      layers += "<max>\(Float(index + 1) / 3)</max><gain>\([10, 3.16, 1][index])</gain></layer>"
    }
    let path = kit.folder.write(
      text: "<drumkit_info><instrumentList><instrument><name>Snare</name>\(layers)"
        + "</instrument></instrumentList></drumkit_info>", to: "drumkit.xml")
    let plan = try KitLoader.plan(path: path)
    #expect(plan.dynamics == .recorded)
    #expect(abs(plan.pads[0].loudnessDecibels[106] - plan.pads[0].loudnessDecibels[21] - 20) < 1)
  }

  @Test("a pad of even layers gets its dynamics from velocity also if the kit's are recorded")
  func evenPad() throws {
    var text = ""
    for (index, level) in ([-40, -28, -16, -4] as [Float]).enumerated() {
      try kit.hit("\(index).wav", decibels: level)
      for key in [38, 40] {
        text += "<region> sample=\(index).wav key=\(key) lovel=\(32 * index)"
        text += " hivel=\(32 * index + 31)\n"
      }
    }
    try kit.hit("even.wav", decibels: -10)
    kit.write(
      text + "<region> sample=even.wav key=36 hivel=63 "
        + "<region> sample=even.wav key=36 lovel=64 offset=1")
    let plan = try KitLoader.plan(path: kit.path)
    let kick = try #require(plan.pads.first { $0.role == .kick })
    #expect(plan.dynamics == .recorded)
    #expect(kick.loudnessDecibels[127] - kick.loudnessDecibels[32] > 20)
  }

  @Test("a pad keeps its recorded dynamics, also if most pads of its kit have none")
  func recordedPad() throws {
    var text = ""
    for (index, level) in ([-32, -18, -4] as [Float]).enumerated() {
      try kit.hit("\(index).wav", decibels: level)
      text += "<region> sample=\(index).wav key=38 lovel=\(43 * index) hivel=\(43 * index + 42)\n"
    }
    try kit.hit("even.wav", decibels: -10)
    for key in [60, 63, 64, 67, 69] {
      text += "<region> sample=even.wav key=\(key) hivel=63\n"
      text += "<region> sample=even.wav key=\(key) lovel=64 offset=1\n"
    }
    kit.write("<global> amp_veltrack=34\n" + text)
    let plan = try KitLoader.plan(path: kit.path)
    #expect(plan.dynamics == .normalised)
    let snare = try #require(plan.pads.first { $0.role == .snare })
    let curve = snare.loudnessDecibels
    // As sfizz plays it: 28 dB apart, and a third of velocity squared.
    #expect(abs(curve[127] - curve[20] - 31.5) < 0.5, "\(curve[127] - curve[20])")
    let agogo = try #require(plan.pads.first { $0.note == 67 })
    #expect(agogo.loudnessDecibels[127] - agogo.loudnessDecibels[21] < 6)
  }

  @Test(
    "variations are levelled over 50 and over 200 ms, never further apart than they were recorded",
    arguments: [(-16, 1), (-6, 0.5), (-26, 20), (-3, 40)] as [(Float, Float)])
  func swells(decibels: Float, decayPerSecond: Float) throws {
    try kit.hit("a.wav", seconds: 0.4)
    try kit.hit("b.wav", decibels: decibels, seconds: 0.4, decayPerSecond: decayPerSecond)
    kit.write(
      "<group> key=38 seq_length=2 <region> sample=a.wav seq_position=1 "
        + "<region> sample=b.wav seq_position=2")
    let plain = PlayingStyle(choice: .roundRobin, humanising: .none)
    var bank = VoiceBank(
      drums: DrumSet.make(kit: try kit.load().kit, playing: plain, seed: 1))
    let rest = 24_000
    for hit in 0..<2 {
      bank.start(NoteOn(hit: hit + 1, pad: 0, velocity: 1), atFrame: hit * rest)
    }
    let heard = bank.renderedLeft(frameCount: 2 * rest)
    func level(_ hit: Int, _ seconds: Double) -> Float {
      let frames = heard[hit * rest..<hit * rest + Int(48_000 * seconds)]
      return 10 * log10(frames.reduce(0) { $0 + $1 * $1 })
    }
    /// The level of an exponential decay, relative to the other sound's.
    func recorded(_ seconds: Float) -> Float {
      func energy(_ decay: Float) -> Float { (1 - exp(-2 * decay * seconds)) / (2 * decay) }
      return decibels + 6 + 10 * log10(energy(decayPerSecond) / energy(20))
    }
    let first = abs(level(0, 0.05) - level(1, 0.05)), late = abs(level(0, 0.2) - level(1, 0.2))
    #expect(first <= abs(recorded(0.05)) + 1.2 && late <= abs(recorded(0.2)) + 1.2)
    #expect(max(first, late) <= abs(recorded(0.05) - recorded(0.2)) / 2 + 1.2)
  }

  @Test("the mix of a crossfade follows velocity")
  func crossfade() throws {
    try kit.hit("a.wav")
    try kit.hit("b.wav", decibels: -7)
    kit.write(
      """
      <group> key=38 amp_veltrack=0 xf_velcurve=gain
      <region> sample=a.wav xfout_lovel=20 xfout_hivel=110
      <region> sample=b.wav xfin_lovel=20 xfin_hivel=110
      """)
    let layers = try KitLoader.plan(path: kit.path).pads[0].layers
    let mixes = layers.filter { $0.hits[0].sounds[0].parts.count == 2 }
    #expect(mixes.count >= 11 && mixes.allSatisfy { $0.velocities.count <= 8 })
    for layer in mixes {
      let parts = layer.hits[0].sounds[0].parts
      for velocity in layer.velocities {
        let ideal = Float(velocity - 20) / 90
        #expect(abs(parts[1].gain / (parts[0].gain + parts[1].gain) - ideal) < 0.05)
      }
    }
    #expect(layers.first?.velocities == 0...20 && layers.last?.velocities == 110...127)
  }

  @Test("variations of a layer are brought to one loudness")
  func variations() throws {
    try kit.hit("a.wav", decibels: -6)
    try kit.hit("b.wav", decibels: -12)
    kit.write(
      """
      <group> key=36 seq_length=2
      <region> sample=a.wav seq_position=1 <region> sample=b.wav seq_position=2
      """)
    let layer = try KitLoader.plan(path: kit.path).pads[0].layers[0]
    let played = layer.hits.map { Units.decibels(amplitude: $0.gain) + $0.loudnessDecibels }
    #expect(abs(played[0] - played[1]) < 0.01 && abs(layer.loudnessDecibels - played[0]) < 0.01)
  }

  @Test("a layer softer than the one below is reported and levelled")
  func inversion() throws {
    let plan = try plan([-30, -10, -20, -5])
    #expect(plan.problems.contains { $0.kind == .loudnessInversion })
    #expect(zip(loudness(plan), loudness(plan).dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("silent sounds are faults; explicit silence is reported, and plays as such")
  func silence() throws {
    try kit.sound("zero.wav", value: 0)
    kit.write("<region> sample=zero.wav key=36\n<region> sample=*silence key=44")
    let plan = try KitLoader.plan(path: kit.path)
    #expect(plan.problems.map(\.kind) == [.silentSound, .explicitSilence])
    let loaded = try kit.load()
    #expect(loaded.kit.pads.allSatisfy { $0.layers[0].variations.count == 1 })
  }

  @Test(
    "no hit is silent by a file of zeros or a gain of 0 if others of its pad sound; both are named"
  )
  func muteRegions() throws {
    try kit.sound("zero.wav", value: 0)
    for name in ["a", "b", "c"] { try kit.hit("\(name).wav") }
    kit.write(
      """
      <group> key=36 seq_length=3
      <region> seq_position=1 sample=a.wav
      <region> seq_position=2 sample=zero.wav
      <region> seq_position=3 sample=b.wav
      <group> key=38
      <region> sample=a.wav lorand=0 hirand=0.5
      <region> sample=c.wav lorand=0.5 amplitude=0
      <group> key=42
      <region> sample=a.wav <region> sample=zero.wav
      """)
    let plan = try KitLoader.plan(path: kit.path)
    #expect(plan.pads.map(\.hits.count) == [2, 1, 1])
    #expect(plan.pads.flatMap(\.hits).allSatisfy { $0.loudnessDecibels.isFinite })
    #expect(plan.problems.map(\.kind) == [.silentSound, .silentSound])
    #expect(
      plan.problems.map(\.message) == ["'zero' is silent", "'c' is silent: its gain is 0"])
  }

  @Test(
    "hits begin within half a millisecond of their trigger, whatever comes before them in the file")
  func aligned() throws {
    try kit.hit("late.wav", onsetFrame: 6000)
    kit.write("<region> sample=late.wav key=36")
    let kit = try kit.load().kit
    let frames = kit.memory.frames(of: kit.pads[0].layers[0].variations[0].sound)
    #expect(HitOnset.find(in: frames).onsetFrame <= 24)
    #expect(abs(frames[0].x) < 1e-3)
  }
}
