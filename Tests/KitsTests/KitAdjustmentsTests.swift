// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct KitAdjustmentsTests {
  let kit = KitFolder()

  private func load(_ change: (inout KitAdjustments.Pad) -> Void) throws -> Kit {
    try kit.hit("a.wav", seconds: 0.3)
    kit.write("<region> sample=a.wav key=38 pan=50 <region> sample=a.wav key=36")
    var pad = KitAdjustments.Pad(name: "snare")
    change(&pad)
    return try KitLoader.load(
      path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(pads: [pad]),
      into: SampleMemory(megabytes: 16)
    ).kit
  }

  /// A hit of velocity 1 on a pad of a role, both sides.
  private func heard(
    _ kit: Kit, _ role: PadRole, _ strips: [Strip] = []
  ) -> [SIMD2<Float>] {
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, seed: 1, strips: strips))
    bank.start(NoteOn(hit: 1, pad: kit.pad(role: role), velocity: 1), atFrame: 0)
    var samples = [Float](repeating: 0, count: 2 * 9600)
    var output = samples.mutableSpan
    bank.render(into: &output)
    return (0..<9600).map { SIMD2(samples[2 * $0], samples[2 * $0 + 1]) }
  }

  private func energy(_ frames: some Sequence<SIMD2<Float>>) -> Float {
    frames.reduce(0) { $0 + ($1 * $1).sum() }
  }

  @Test("a change affects the named drum, and no other")
  func named() throws {
    let plain = try load { _ in }
    let changed = try load { $0.pitchSemitones = -5 }
    #expect(heard(plain, .snare) != heard(changed, .snare))
    #expect(heard(plain, .kick) == heard(changed, .kick))
  }

  @Test("a drum is found by a part of its name, for its sounds as for its strip")
  func partOfName() throws {
    try kit.hit("a.wav", seconds: 0.3)
    kit.write(
      "<region> sample=a.wav key=38 <region> sample=a.wav key=42 <region> sample=a.wav key=46")
    func loaded(_ name: String) throws -> Kit {
      var pad = KitAdjustments.Pad(name: name)
      pad.pitchSemitones = -5
      return try KitLoader.load(
        path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(pads: [pad]),
        into: SampleMemory(megabytes: 16)
      ).kit
    }
    let (hihats, snare, closed) = try (loaded("hihat"), loaded("snare"), loaded("42"))
    for role in [PadRole.hihatClosed, .hihatOpen] {
      #expect(heard(hihats, role) != heard(snare, role))
    }
    #expect(heard(hihats, .snare) == heard(closed, .snare))
    #expect(hihats.pads(named: "hihat").count == 2)
    #expect(throws: KitError.self) { _ = try loaded("gong") }
  }

  @Test("gain and pan of the mixer change the named drum of a kit, and no other")
  func gainAndPan() throws {
    let kit = try load { _ in }
    var change = StripChange(drum: "38")
    (change[.gain], change[.pan]) = (Units.amplitude(decibels: -6), -1)
    let strips = MixSettings([change]).strips(of: kit)
    let (before, after) = (heard(kit, .snare), heard(kit, .snare, strips))
    #expect(abs(10 * log10(energy(after) / energy(before)) + 6) < 0.1)
    #expect(after.allSatisfy { abs($0.y) < 1e-6 } && !before.allSatisfy { abs($0.y) < 1e-6 })
    #expect(heard(kit, .kick, strips) == heard(kit, .kick))
  }

  @Test("an octave of pitch doubles the frequency; the hit stays in its place")
  func pitch() throws {
    let frames = heard(try load { $0.pitchSemitones = 12 }, .snare).map(\.x)
    let crossings = zip(frames, frames.dropFirst()).prefix(4800).filter { $0 * $1 < 0 }.count
    #expect((78...82).contains(crossings))  // 0.1 s of 400 Hz
    #expect(HitOnset.find(in: frames.map { SIMD2($0, $0) }).onsetFrame <= 24)
  }

  @Test("a cutoff of an octave above leaves a tone, one of two octaves below takes 18 dB and more")
  func cutoff() throws {
    let plain = energy(heard(try load { _ in }, .snare))
    let above = energy(heard(try load { $0.cutoffHz = 800 }, .snare))
    let below = energy(heard(try load { $0.cutoffHz = 50 }, .snare))
    #expect(abs(10 * log10(above / plain)) < 1)
    #expect(10 * log10(below / plain) < -18)  // 24 dB but for the attack, which is no tone
  }

  @Test("after its decay time a drum is 60 dB softer than without one")
  func decay() throws {
    let plain = heard(try load { _ in }, .snare)[4700..<4900]
    let short = heard(try load { $0.decaySeconds = 0.1 }, .snare)[4700..<4900]
    #expect(abs(10 * log10(energy(short) / energy(plain)) + 60) < 1)
  }

  @Test(
    "a drum is found by its role, by its name in any case and by its note",
    arguments: [
      "snare", "Big Snare", "BIG SNARE", "38",
    ])
  func names(name: String) throws {
    try kit.hit("a.wav")
    kit.write("<region> sample=a.wav key=38 region_label=Big Snare\n<region> sample=a.wav key=36")
    var pad = KitAdjustments.Pad(name: name)
    pad.pitchSemitones = -2
    let pitches = try KitReader.describe(path: kit.path)
      .adjusted(KitAdjustments(pads: [pad]), path: kit.path).pads.map {
        $0.regions[0].pitchSemitones
      }
    #expect(pitches == [0, -2])
  }

  @Test("a drum that is not in the kit is reported, with those that are")
  func unknown() throws {
    _ = try load { _ in }
    let wrong = KitAdjustments(pads: [KitAdjustments.Pad(name: "gong")])
    let error = #expect(throws: KitError.self) {
      try KitLoader.plan(path: kit.path, adjustments: wrong)
    }
    #expect(error?.kind == .unknownPart)
    #expect(error?.description.contains("snare") == true)
    #expect(error?.problem == "the kit has no drum 'gong'")
  }

  @Test("microphones of a kit are found by name or beginning, and by their kind")
  func microphones() throws {
    try kit.hit("a.wav", channels: 3)
    kit.folder.write(
      text: """
        <instrument version="2.0" name="Snare"><samples><sample name="1" power="1">
        <audiofile channel="Top" file="a.wav" filechannel="1"/>
        <audiofile channel="OHL" file="a.wav" filechannel="2"/>
        <audiofile channel="OHR" file="a.wav" filechannel="3"/></sample></samples></instrument>
        """, to: "snare.xml")
    let path = kit.folder.write(
      text: """
        <drumkit name="x"><channels/><instruments><instrument name="Snare" file="snare.xml"/>
        </instruments></drumkit>
        """, to: "kit.xml")
    func gains(_ name: String) throws -> [Float] {
      let adjustments = KitAdjustments(
        microphones: [KitAdjustments.Microphone(name: name, gainDecibels: -20)])
      return try KitReader.describe(path: path).adjusted(adjustments, path: path)
        .pads[0].regions.map { ($0.gain * 10).rounded() / 10 }
    }
    #expect(try KitLoader.plan(path: path).microphones == ["OHL", "OHR", "Top"])
    #expect(try gains("overhead") == [1, 0.1, 0.1])
    #expect(try gains("ohl") == [1, 0.1, 1] && gains("top") == [0.1, 1, 1])
    let error = #expect(throws: KitError.self) { try gains("room") }
    #expect(error?.kind == .unknownPart && error?.advice.description.contains("OHL") == true)
  }
}
