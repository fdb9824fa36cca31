// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

/// Regions of SFZ that several keys play.
@Suite struct SFZZoneTests {
  @Test("drums on keys of the kit's own are what their labels and files say")
  func labels() throws {
    let folder = TemporaryFolder()
    let path = folder.write(
      text: """
        <master> master_label=Kick <group> group_label=Center key=36
        <region> region_label=V1 sample=k1.wav <region> region_label=V2 sample=k2.wav
        <master> master_label=Rack Tom <group> group_label=Center key=42
        <region> region_label=V1 sample=r1.wav
        <master> master_label=Hi-hat <group> group_label=Closed tip key=49
        <region> region_label=V1 sample=h1.wav
        <master> <region> key=46 sample=hihat 1.wav <region> key=40 sample=crash 1.wav
        """, to: "kit.sfz")
    let pads = try SFZPads(SFZKit.regions(path: path).regions).pads
    let found = Dictionary(uniqueKeysWithValues: pads.map { ($0.note ?? 0, $0) })
    #expect(found[36]?.name == "Kick Center" && found[36]?.role == .kick)
    #expect(found[42]?.name == "Rack Tom Center" && found[42]?.role == .tomHigh)
    #expect(found[49]?.name == "Hi-hat Closed tip" && found[49]?.role == .hihatClosed)
    // Within its family the key is more exact.
    #expect(found[46]?.role == .hihatOpen && found[40]?.role == .crash)
  }

  let folder = KitFolder()

  /// A tone of a second; another name is another frequency.
  private func tone(_ name: String, hertz: Double, amplitude: Double = 0.5) throws {
    try folder.sound(
      name,
      samples: (0..<48_000).map {
        Float(amplitude * cos(2 * .pi * hertz * Double($0) / 48_000))
      })
  }

  private func kit(_ text: String) throws -> Kit {
    folder.write(text)
    return try folder.load().kit
  }

  /// How far what a key plays is from a frequency, in hundredths of a semitone; nil where no pad is
  /// played by it.
  private func cents(
    _ kit: Kit, key: Int, from hertz: Double, velocity: Float = 0.8, hits: Int = 1
  ) -> Double? {
    guard let place = kit.pads(named: "\(key)").first else { return nil }
    let playing = PlayingStyle(choice: .roundRobin, humanising: .none)
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    // A tone of a second is shorter far up, and fewer periods of it are far down.
    let count = min(32_768, Int(40_000 * 440 / hertz))
    var samples: [Float] = []
    for hit in 1...hits {
      bank.start(
        NoteOn(hit: hit, pad: place, key: Float(key), velocity: velocity), atFrame: bank.frame)
      samples = Array(bank.renderedLeft(frameCount: count + 100).dropFirst(100))
      bank.release(hit: hit, atFrame: bank.frame)
      _ = bank.renderedLeft(frameCount: 1000)
    }
    return TonePitch.cents(samples, from: hertz)
  }

  private func expect(
    _ kit: Kit, _ key: Int, _ hertz: Double, velocity: Float = 0.8, hits: Int = 1
  ) throws {
    let off = try #require(
      cents(kit, key: key, from: hertz, velocity: velocity, hits: hits), "\(key)")
    #expect(abs(off) < 1, "\(key): \(off) cents from \(hertz) Hz")
  }

  @Test("toms of one recording are tuned by their keys, and no other drum is one of them")
  func toms() throws {
    try tone("a.wav", hertz: 500)
    try tone("b.wav", hertz: 1000)
    let kit = try kit(
      """
      <global> loop_mode=one_shot
      <region> lokey=41 hikey=50 pitch_keycenter=45 sample=a.wav
      <region> key=38 sample=b.wav
      """)
    for (key, hertz) in [
      (41, 396.85), (42, 420.45), (45, 500), (47, 561.23), (50, 667.42), (38, 1000),
    ] {
      try expect(kit, key, hertz)
    }
    #expect(Set(kit.pads.map(\.role)) == [.snare, .tomLow, .tomMid, .tomHigh])
    #expect(kit.pads(named: "hihat-closed").isEmpty)
    let own = Dictionary(uniqueKeysWithValues: kit.pads.map { ($0.role, $0.note) })
    #expect(own[.tomLow] == 45 && own[.tomMid] == 47 && own[.tomHigh] == 50)
    #expect(kit.pads.flatMap(\.zone.keys).sorted() == [38] + Array(41...50))
    #expect(kit.pads.allSatisfy { !$0.zone.isGated })
  }

  @Test(
    "tuning, transposition and tracking move each key, by four octaves at most; keys may be named",
    arguments: [
      ("lokey=48 hikey=72 pitch_keycenter=60", [48: 220, 60: 440, 61: 466.16, 72: 880]),
      ("lokey=c3 hikey=C5 pitch_keycenter=c4", [48: 220, 60: 440, 72: 880]),
      ("lokey=60 pitch_keycenter=60", [60: 440, 108: 7040, 127: 7040]),
      ("hikey=60 pitch_keycenter=60", [60: 440, 12: 27.5]),
      (
        "lokey=48 hikey=72 pitch_keycenter=60 pitch_keytrack=50", [48: 311.13, 60: 440, 72: 622.25]
      ),
      ("lokey=48 hikey=72 pitch_keycenter=60 pitch_keytrack=0", [48: 440, 60: 440, 72: 440]),
      ("lokey=48 hikey=72 pitch_keycenter=60 pitch_keytrack=-100", [48: 880, 72: 220]),
      ("lokey=48 hikey=72 pitch_keycenter=60 tune=37", [48: 224.75, 60: 449.51, 72: 899.01]),
      ("lokey=48 hikey=72 pitch_keycenter=60 transpose=-5", [60: 329.63, 72: 659.26]),
      ("lokey=48 hikey=72", [48: 440, 60: 440, 72: 440]),
    ] as [(String, [Int: Double])])
  func pitch(opcodes: String, expected: [Int: Double]) throws {
    try tone("a.wav", hertz: 440)
    let kit = try kit("<region> sample=a.wav \(opcodes)")
    for (key, hertz) in expected { try expect(kit, key, hertz) }
  }

  @Test("each velocity layer, each variation and each zone has its own sounds at the key's pitch")
  func layers() throws {
    for (name, hertz) in [("soft 1", 300.0), ("soft 2", 310), ("hard", 320), ("high", 1000)] {
      try tone("sounds/\(name).wav", hertz: hertz)
    }
    let kit = try kit(
      """
      <control> default_path=sounds/
      <global> amp_veltrack=0
      <group> lokey=54 hikey=66 pitch_keycenter=60
      <region> sample=soft 1.wav hivel=63 seq_length=2 seq_position=1
      <region> sample=soft 2.wav hivel=63 seq_length=2 seq_position=2
      <region> sample=hard.wav lovel=64
      <group> lokey=67 hikey=80 pitch_keycenter=72 <region> sample=high.wav
      """)
    #expect(kit.pads.count == 2)
    let up = pow(2, 6.0 / 12)
    try expect(kit, 66, 300 * up, velocity: 0.3)
    try expect(kit, 66, 310 * up, velocity: 0.3, hits: 2)
    try expect(kit, 54, 320 / up, velocity: 0.9)
    try expect(kit, 78, 1000 * up)
    try expect(kit, 67, 1000 * pow(2, -5.0 / 12))
  }

  @Test("velocity moves the pitch of one of two microphones, and leaves the other")
  func pitchByVelocity() throws {
    try tone("a.wav", hertz: 400, amplitude: 0.5)
    try tone("b.wav", hertz: 3000, amplitude: 0.5)
    let kit = try kit(
      "<global> key=60 amp_veltrack=0 <region> sample=a.wav pitch_veltrack=1200 <region> sample=b.wav"
    )
    #expect(kit.pads.count == 1)
    for (velocity, hertz) in [(1, 800), (0.5, 400 * 2.0.squareRoot())] as [(Float, Double)] {
      var bank = VoiceBank(kit: kit, seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: velocity), atFrame: 0)
      let samples = Array(bank.renderedLeft(frameCount: 9192).dropFirst(1000))
      #expect(abs(TonePitch.cents(samples, from: hertz)) < 1)
      #expect(abs(TonePitch.cents(samples, from: 3000)) < 1)
    }
  }

  @Test("regions that follow the key in ways of their own make a pad of each key")
  func differing() throws {
    try tone("a.wav", hertz: 400, amplitude: 0.5)
    try tone("b.wav", hertz: 3000, amplitude: 0.1)
    let kit = try kit(
      """
      <group> lokey=60 hikey=72 pitch_keycenter=60
      <region> sample=a.wav <region> sample=b.wav pitch_keytrack=0
      """)
    #expect(kit.pads.count == 13)
    for key in [60, 67, 72] { try expect(kit, key, 400 * pow(2, Double(key - 60) / 12)) }
    let place = try #require(kit.pads(named: "72").first)
    var bank = VoiceBank(kit: kit, seed: 1)
    bank.start(NoteOn(hit: 1, pad: place, velocity: 1), atFrame: 0)
    let samples = Array(bank.renderedLeft(frameCount: 9192).dropFirst(1000))
    #expect(abs(TonePitch.cents(samples, from: 3000)) < 1)
  }

  @Test(
    "a note ends where its regions say so, and where an instrument says nothing",
    arguments: [
      ("key=38", nil), ("key=38 loop_mode=no_loop", 0.004),
      ("key=38 loop_mode=no_loop ampeg_release=0.3", 0.3), ("key=38 loop_mode=one_shot", nil),
      ("lokey=60 hikey=72 pitch_keycenter=60 ampeg_release=2", 2),
      ("lokey=60 hikey=72 pitch_keycenter=60 loop_mode=one_shot ampeg_release=2", nil),
      ("lokey=60 hikey=72 pitch_keycenter=60 pitch_keytrack=0", nil),
      ("lokey=60 hikey=72", nil),
    ] as [(String, Float?)])
  func gates(opcodes: String, releaseSeconds: Float?) throws {
    try tone("a.wav", hertz: 440)
    let kit = try kit("<region> sample=a.wav \(opcodes)")
    #expect(kit.pads.allSatisfy { $0.zone.releaseSeconds == releaseSeconds })
  }

  @Test("keys that sound alike are one pad, of the first drum among them")
  func alike() throws {
    try tone("a.wav", hertz: 440)
    let kit = try kit("<region> sample=a.wav lokey=39 hikey=42 <region> sample=a.wav key=49")
    #expect(kit.pads.map(\.note) == [39, 49] && kit.pads[0].zone.keys == [39, 40, 41, 42])
    for key in 39...42 {
      #expect(kit.pads(named: "\(key)") == [0])
      try expect(kit, key, 440)
    }
  }
}
