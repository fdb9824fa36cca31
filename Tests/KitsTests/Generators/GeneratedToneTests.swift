// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Simulation
import SoundFiles
import Testing

@testable import Kits

/// Sounds of oscillators and noise that a kit's text describes.
@Suite struct GeneratedToneTests {
  private let struck = StruckTone()
  private static let sources = ["*sine", "*triangle", "*saw", "*square", "*noise"]

  @Test(
    "the pitch is that of the key, its centre and its tuning within a tenth of a cent",
    arguments: ["*sine", "*triangle", "*saw", "*square"],
    [
      ("", 440), ("pitch_keycenter=57", 440), ("pitch_keycenter=31 pitch_keytrack=0", 48.9994),
      ("pitch_keytrack=0 pitch_keycenter=60 tune=50", 269.2918), ("transpose=-12", 220),
    ] as [(String, Double)])
  func pitch(wave: String, tuning: (opcodes: String, hertz: Double)) throws {
    for rate in [48_000, 44_100] {
      let samples = try struck.samples("sample=\(wave) \(tuning.opcodes)", rate: rate)
      let heard = Array(samples[rate / 10..<rate * 9 / 10])
      let cents = TonePitch.cents(heard, from: tuning.hertz, sampleRateHz: Double(rate))
      #expect(abs(cents) < 0.1, "\(cents) cents at \(rate) Hz")
    }
  }

  @Test("the pitch falls exponentially, to half in a thirteenth of the decay, and to its sustain")
  func pitchEnvelope() throws {
    let samples = try struck.samples(
      "sample=*sine pitcheg_depth=1200 pitcheg_decay=4.5 pitcheg_sustain=25")
    for seconds in [0.1, 0.3, 0.6] {
      let middle = Int(48_000 * seconds)
      let octaves = exp(-2 * seconds)
      let expected = 440 * exp2(octaves)
      let cents = TonePitch.cents(Array(samples[middle - 960..<middle + 960]), from: expected)
      #expect(abs(cents) < 3, "\(cents)")
    }
    #expect(abs(TonePitch.cents(Array(samples[38_400..<48_000]), from: 440 * exp2(0.25))) < 0.1)
    let held = try struck.samples(
      "sample=*sine pitcheg_depth=-1200 pitcheg_delay=0.3 pitcheg_attack=0.1 pitcheg_hold=0.5")
    #expect(abs(TonePitch.cents(Array(held[2400..<12_000]), from: 440)) < 0.1)
    #expect(abs(TonePitch.cents(Array(held[24_000..<40_000]), from: 220)) < 0.1)
  }

  @Test("loudness rises, holds, falls by 78 dB in the decay and ends in silence")
  func envelope() throws {
    let samples = try struck.samples(
      "sample=*sine ampeg_attack=0.1 ampeg_hold=0.1 ampeg_decay=0.78 ampeg_sustain=0")
    /// Over ten periods.
    func level(_ seconds: Double) -> Double {
      let middle = Int(48_000 * seconds)
      return StruckTone.decibels(samples[middle - 545..<middle + 546]) + 3.0103
    }
    #expect(abs(level(0.05) + 6.02) < 0.15, "\(level(0.05)) dB")
    #expect(abs(level(0.15)) < 0.01, "\(level(0.15)) dB")
    #expect(abs(level(0.3) - level(0.6) - 30.066) < 0.1)
    // 96 dB down, after the attack, the hold and 96/78 of the decay.
    #expect(abs(StruckTone.seconds(samples) - 1.165) < 0.002)
  }

  @Test("what does not fall by itself is held for a second, or for its decay, and released")
  func held() throws {
    let long = try struck.samples("sample=*saw ampeg_release=0.1")
    #expect(abs(StruckTone.seconds(long) - 1.128) < 0.002)
    let half = try struck.samples(
      "sample=*sine ampeg_decay=0.4 ampeg_sustain=50 ampeg_release=0.2")
    #expect(abs(StruckTone.decibels(half[14_400..<19_200]) + 9.03) < 0.05)
    #expect(StruckTone.decibels(half.suffix(480)) < -90)
  }

  @Test("nothing clicks at the beginning or at the end", arguments: sources)
  func ends(source: String) throws {
    for opcodes in ["ampeg_sustain=0 ampeg_decay=0.5", "", "ampeg_sustain=0", "ampeg_hold=0.01"] {
      let samples = try struck.samples("sample=\(source) \(opcodes)")
      #expect(abs(samples[0]) < 1e-6 && abs(samples[1]) < 0.02, "\(opcodes)")
      // From the level that it has, it fades over five milliseconds.
      #expect(abs(samples[samples.count - 1]) < 1e-6, "\(opcodes)")
      #expect(samples.suffix(8).allSatisfy { abs($0) < 0.004 }, "\(opcodes)")
    }
  }

  @Test("noise is white, each region has its own, and it is the same each time")
  func noise() throws {
    let text = """
      <region> sample=*noise key=36
      <region> sample=*noise key=37
      """
    let (one, again) = (try struck.loaded(text).kit, try struck.loaded(text).kit)
    let samples = one.pads.map { StruckTone.samples(of: $0, in: one) }
    #expect(samples == again.pads.map { StruckTone.samples(of: $0, in: again) })
    #expect(abs(StruckTone.decibels(samples[0][480..<47_000]) + 4.771) < 0.1)
    func likeness(_ lag: Int) -> Float {
      let product = zip(samples[0].dropFirst(lag), samples[0]).reduce(Float(0)) { $0 + $1.0 * $1.1 }
      return product / samples[0].reduce(Float(0)) { $0 + $1 * $1 }
    }
    #expect([1, 2, 3, 10, 100].allSatisfy { abs(likeness($0)) < 0.02 })
    let shared = zip(samples[0], samples[1]).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    let power = samples[0].reduce(Float(0)) { $0 + $1 * $1 }
    #expect(abs(shared) < 0.02 * power)
  }

  @Test("a filter follows its envelope, also over a recorded sound")
  func filterEnvelope() throws {
    let falling =
      "fil_type=lpf_2p cutoff=250 fileg_depth=4800 fileg_decay=0.45 fileg_sustain=0"
    let samples = try struck.samples("sample=*sine transpose=12 \(falling)")
    // The tone of 880 Hz lies below the cutoff at first, and two octaves above it in the end.
    #expect(StruckTone.decibels(samples[240..<480]) > -4)
    let angle = Double.pi / 48_000
    let w = tan(880 * angle) / tan(250 * angle)
    let expected = -3.0103 - 20 * log10(hypot(1 - w * w, w))
    #expect(abs(StruckTone.decibels(samples[40_000..<47_000]) - expected) < 0.1)
    let kit = KitFolder()
    try kit.sound("a.wav", samples: (0..<48_000).map { Float(cos(1760 * angle * Double($0))) })
    kit.write("<region> sample=a.wav key=36 \(falling)")
    let loaded = try KitLoader.load(
      path: kit.path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 16)
    ).kit
    let recorded = loaded.memory.frames(of: loaded.pads[0].layers[0].variations[0].sound).map(\.x)
    let fall =
      StruckTone.decibels(recorded[240..<480]) - StruckTone.decibels(recorded[40_000..<47_000])
    let whole = -3.0103 - expected
    #expect(abs(fall - whole) < 1.5, "\(fall) dB")
  }

  @Test("velocity moves the depth of envelopes")
  func velocity() throws {
    let loaded = try struck.loaded(
      """
      <region> key=36 sample=*sine pitch_keycenter=69 pitch_keytrack=0 pitcheg_depth=0
      pitcheg_vel2depth=300
      """)
    let layers = loaded.kit.pads[0].layers
    #expect(layers.count == 4)
    let cents = layers.map { layer in
      let frames = loaded.kit.memory.frames(of: layer.variations[0].sound).map(\.x)
      return TonePitch.cents(Array(frames[4800..<43_200]), from: 440)
    }
    // The softest stroke has velocity 0, the hardest 127.
    #expect(abs(cents[0]) < 0.1 && abs(cents[3] - 300) < 0.1)
    #expect(cents == cents.sorted())
  }

  @Test("each region has noise of its own, on one line and in texts that are included")
  func ownNoise() throws {
    let kit = KitFolder()
    kit.folder.write(text: "<region> key=36 sample=*noise\n", to: "b.sfz")
    kit.folder.write(text: "<region> key=37 sample=*noise\n", to: "c.sfz")
    kit.write(
      """
      <region> key=38 sample=*noise <region> key=39 sample=*noise
      #include "b.sfz"
      #include "c.sfz"
      """)
    let tones = try SFZKit.regions(path: kit.path).regions.compactMap(\.region.slice?.tone)
    #expect(tones.count == 4 && Set(tones.map(\.source)).count == 4)
    #expect(try tones == SFZKit.regions(path: kit.path).regions.compactMap(\.region.slice?.tone))
  }

  @Test("what recorded sounds do not follow makes no parts of them")
  func recorded() throws {
    let kit = KitFolder()
    kit.write(
      """
      <region> key=36 sample=a.wav pitcheg_vel2depth=300
      <region> key=38 sample=*saw pitcheg_vel2depth=300
      """)
    let regions = try SFZKit.regions(path: kit.path).regions
    #expect(regions.filter { $0.notes == 36...36 }.count == 1)
    #expect(regions.filter { $0.notes == 38...38 }.count == 4)
  }

  @Test("a generator that Flam does not have, and what recorded sounds do not follow, is said")
  func unknown() throws {
    let kit = KitFolder()
    try kit.sound("a.wav")
    kit.write(
      """
      <region> key=36 sample=a.wav pitcheg_depth=100 ampeg_delay=1
      <region> key=38 sample=*gnoise <region> key=40 sample=*saw pitcheg_depth=100
      """)
    let problems = try KitLoader.plan(path: kit.path).problems.map(\.message)
    #expect(
      problems == [
        "regions that come from a generator that Flam does not have: *gnoise (1)",
        "settings of the kit that Flam does not follow: ampeg_delay (1), pitcheg_depth (1)",
      ])
  }

  @Test("each tone is made once, and all together take so many steps, and no more")
  func steps() throws {
    func slice(_ hertz: Double, _ waveform: Waveform = .saw) -> KitRegion.Slice {
      let tone = GeneratedTone(source: .wave(waveform), hertz: hertz)
      return KitRegion.Slice(path: tone.name, tone: tone)
    }
    // A second and its end, with 512 harmonics, 256, 23 and one.
    let frames = 48_240
    #expect(slice(30).tone?.steps == 512 * frames)
    #expect(slice(30, .square).tone?.steps == 256 * frames)
    #expect(slice(1000).tone?.steps == 23 * frames)
    #expect(slice(1000, .sine).tone?.steps == frames)
    let kit = KitFolder()
    kit.write("<region> sample=*saw pitcheg_depth=-1200")
    let swept = try SFZKit.regions(path: kit.path).regions.first?.region.slice?.tone
    #expect(swept?.steps == 176 * frames)
    var files = SoundFiles(keptBytes: 0, mostToneSteps: 46 * frames)
    for _ in 0..<3 {
      for hertz in [1000.0, 1001] { _ = try files.sound(of: slice(hertz)) }
    }
    #expect(files.sampleCount == 2 * frames)
    let error = #expect(throws: SoundFileError.self) { try files.sound(of: slice(1002)) }
    #expect(error?.reason.contains("harmonics in all their frames, the limit of a kit") == true)
  }

  @Test("a text that asks for hours of sound is refused")
  func limit() throws {
    let text = (0..<128).map { "<region> key=\($0) sample=*noise ampeg_hold=100\n" }.joined()
    let kit = KitFolder()
    kit.write(text)
    let problems = try KitLoader.plan(path: kit.path).problems
    #expect(problems.contains { $0.message.contains("256 MB, the limit of a kit") })
  }
}
