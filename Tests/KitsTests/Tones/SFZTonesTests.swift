// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import SoundFiles
import Testing

@testable import Kits

/// SFZ files as instruments.
struct SFZTonesTests {
  private let kit = KitFolder()

  private func tones(
    _ text: String, inside folder: String? = nil, mostSamples: Int = 1 << 20
  ) throws -> SFZTones {
    kit.write(text)
    return try SFZTones(
      path: kit.path, inside: folder, sampleRateHz: 48_000, mostSamples: mostSamples)
  }

  private func tone(
    _ opcodes: String, key: Double = 60, velocity: Double = 127
  ) throws -> ToneSettings {
    try kit.sound("a.wav", rate: 24_000)
    let found = try tones("<region> sample=a.wav \(opcodes)").tones(key: key, velocity: velocity)
    return try #require(found.first).settings
  }

  @Test(
    "pitch follows the key from its centre, or from middle C",
    arguments: [
      ("", 60.0, 0.5), ("", 72, 1), ("pitch_keycenter=48", 60, 1), ("key=64", 64, 0.5),
      ("pitch_keytrack=0", 90, 0.5), ("pitch_keytrack=50", 72, 0.7071068),
      ("tune=50 transpose=12", 60, 1.0293022), ("", 60.25, 0.5072727),
      ("pitch_keycenter=a3 tune=-100", 58, 0.5),
    ])
  func pitch(opcodes: String, key: Double, ratio: Double) throws {
    #expect(abs(try tone(opcodes, key: key).ratio / ratio - 1) < 1e-6)
  }

  @Test("a sound file is read for the first note of its part alone")
  func reading() throws {
    try kit.sound("a.wav", frameCount: 1000)
    let file = try tones("<region> sample=a.wav end=499 hikey=59 <region> sample=a.wav lokey=60")
    let first = try [40.0, 70].map { try file.tones(key: $0, velocity: 100)[0] }
    // A file that is read again is missed here.
    try FileManager.default.removeItem(atPath: "\(kit.folder.path)/a.wav")
    for turn in 0..<100 {
      let again = try [30 + 0.17 * Double(turn), 70].map {
        try file.tones(key: $0, velocity: Double(turn + 1))[0]
      }
      #expect(again[0].wave === first[0].wave && again[1].wave === first[1].wave)
    }
    #expect(file.sampleCount == 1500)
  }

  @Test("velocity squared is the amplitude, as far as the file follows it")
  func velocity() throws {
    func level(_ opcodes: String, _ velocity: Double) throws -> Float {
      let gains = try tone(opcodes, velocity: velocity).gains
      return (gains * gains).sum().squareRoot()
    }
    let full = try level("", 127)
    #expect(abs(try level("", 64) / full - 64 * 64 / (127 * 127)) < 1e-4)
    #expect(abs(try level("amp_veltrack=0", 10) / full - 1) < 1e-4)
    #expect(abs(try level("volume=-6.0206", 127) / full - 0.5) < 1e-4)
  }

  @Test("keys and velocities choose regions, and a key without any is played by the nearest")
  func zones() throws {
    try kit.sound("a.wav")
    let file = try tones(
      """
      <group> sample=a.wav pitch_keytrack=0
      <region> lokey=40 hikey=50 transpose=1
      <region> lokey=60 hikey=70 hivel=63 transpose=2
      <region> lokey=60 hikey=70 lovel=64 transpose=3
      """)
    func semitones(_ key: Double, _ velocity: Double) throws -> [Int] {
      try file.tones(key: key, velocity: velocity).map { Int((12 * log2($0.ratio)).rounded()) }
    }
    #expect(try semitones(45, 100) == [1])
    #expect(try semitones(60, 63) == [2] && semitones(69.6, 64) == [3])
    #expect(try semitones(0, 1) == [1] && semitones(130, 127) == [3])
  }

  @Test("regions take turns")
  func turns() throws {
    try kit.sound("a.wav")
    let file = try tones(
      """
      <group> sample=a.wav seq_length=3
      <region> seq_position=1 pitch_keycenter=60 <region> seq_position=2 pitch_keycenter=59
      <region> seq_position=3 pitch_keycenter=58
      """)
    var played: [Int] = []
    for _ in 0..<6 {
      let tone = try #require(try file.tones(key: 60, velocity: 100).first)
      played.append(Int((12 * log2(tone.ratio)).rounded()))
    }
    #expect(played == [0, 1, 2, 0, 1, 2])
  }

  @Test("its envelope is in seconds; what sounds to its end hears no end of its note")
  func envelope() throws {
    let held = try tone(
      "ampeg_attack=0.1 ampeg_hold=0.2 ampeg_decay=0.78 ampeg_sustain=50 ampeg_release=1.56 delay=0.01"
    )
    .volume
    #expect(held.delayFrames == 480 && held.attackFrames == 4800 && held.holdFrames == 9600)
    #expect(abs(held.decayFrames - 46_080) <= 1 && held.sustain == 0.5)
    #expect(abs(held.releaseFrames - 92_160) <= 1)
    let unheard = try tone("loop_mode=one_shot ampeg_release=0.1").volume
    #expect(unheard.releaseFrames == ToneSettings.Envelope.unheard)
  }

  @Test("both sides of a stereo sound are heard where they were, and a mono one in the middle")
  func sides() throws {
    try kit.sound("b.wav", channels: 2)
    let stereo = try tones("<region> sample=b.wav").tones(key: 60, velocity: 127).map(\.gains)
    #expect(stereo.count == 2)
    #expect(abs(stereo[0].x - 0.4) < 1e-5 && abs(stereo[0].y) < 1e-5)
    #expect(abs(stereo[1].y - 0.4) < 1e-5 && abs(stereo[1].x) < 1e-5)
    let mono = try tone("").gains
    #expect(abs(mono.x - 0.4 * 0.70711) < 1e-5 && mono.x == mono.y)
    #expect(abs(try tone("pan=-100").gains.y) < 1e-5)
  }

  @Test(
    "a loop is that of the file, else that of its sound, and lasts as long as it says",
    arguments: [
      ("loop_mode=loop_continuous loop_start=10 loop_end=29", nil, 10..<30),
      ("loop_mode=loop_sustain", 5..<40, 5..<40), ("", 5..<40, 5..<40), ("", nil, nil),
      ("loop_mode=no_loop loop_start=10 loop_end=29", 5..<40, nil),
      ("loop_mode=one_shot", 5..<40, nil), ("loop_mode=loop_continuous", nil, 0..<100),
      ("loop_mode=loop_continuous loop_start=90 loop_end=500", nil, 90..<100),
      ("loop_mode=loop_continuous loop_start=50 loop_end=40", nil, nil),
    ] as [(String, Range<Int>?, Range<Int>?)])
  func loops(opcodes: String, own: Range<Int>?, frames: Range<Int>?) throws {
    kit.write("<region> sample=a.wav \(opcodes)")
    let region = try #require(try SFZKit.regions(path: kit.path).regions.first)
    #expect(region.toneLoop.frames(own: own, in: 0..<100) == frames)
    #expect(
      region.toneLoop.frames(own: own, in: 5..<100)?.lowerBound
        == frames.map { max(0, $0.lowerBound - 5) })
  }

  @Test("a WAV says at which key it was recorded, and what of it repeats")
  func described() throws {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(data.count) + data
    }
    let format =
      [1, 1].flatMap { number($0, 2) } + number(48_000) + number(96_000) + number(2, 2)
      + number(16, 2)
    let described = [0, 0, 20_833, 62, 0, 0, 0, 1, 0, 0, 0, 100, 899, 0, 0].flatMap { number($0) }
    let body =
      chunk("fmt ", format) + chunk("smpl", described)
      + chunk("data", (0..<1000).flatMap { number($0, 2) })
    kit.folder.write(chunk("RIFF", Array("WAVE".utf8) + body), to: "c.wav")
    let reader = try SoundFileReader(path: "\(kit.folder.path)/c.wav")
    let instrument = reader.instrument
    #expect(instrument?.key == 62 && instrument?.loop == 100..<900)
    let tone = try #require(
      try tones("<region> sample=c.wav").tones(key: 62, velocity: 100).first)
    #expect(tone.ratio == 1)
    try kit.sound("a.wav")
    #expect(try SoundFileReader(path: "\(kit.folder.path)/a.wav").instrument == nil)
  }

  @Test("an instrument of a generator that Flam does not have says which, and those it has")
  func unknownGenerator() {
    let error = #expect(throws: SoundFileError.self) { try tones("<region> sample=*sinus") }
    #expect(
      error?.reason
        == "it has regions that come from a generator that Flam does not have: *sinus (1)")
    #expect(error.map { "\($0.advice)" }?.contains("*sine, *triangle") == true)
  }

  @Test("what is missing, lies elsewhere or is too large is an error that says so")
  func errors() throws {
    #expect(throws: SoundFileError.self) {
      try SFZTones(
        path: "\(kit.folder.path)/none.sfz", inside: nil, sampleRateHz: 48_000, mostSamples: 10)
    }
    #expect(throws: SoundFileError.self) { try tones("<region> sample=none.wav") }
    #expect(throws: SoundFileError.self) { try tones("// nothing") }
    try kit.sound("a.wav")
    let file = try tones("<region> sample=a.wav", mostSamples: 99)
    #expect(throws: SoundFileError.self) { try file.tones(key: 60, velocity: 100) }
    let folder = kit.folder.path
    #expect(throws: Never.self) { try tones("<region> sample=a.wav", inside: folder) }
    #expect(throws: Never.self) { try tones("<region> sample=./a.wav", inside: folder) }
    #expect(throws: SoundFileError.self) {
      try tones(
        "<region> sample=../\(folder.split(separator: "/").last ?? "")/a.wav", inside: "\(folder)/b"
      )
    }
    #expect(throws: SoundFileError.self) {
      try tones("<region> sample=a.wav", inside: "\(folder)/b")
    }
  }
}
