// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct KitLoaderTests {
  let kit = KitFolder()

  private func errorKind() -> KitError.Kind? {
    do {
      _ = try kit.load()
      return nil
    } catch { return error.kind }
  }

  @Test("pads, layers, variations, gains and chokes arrive as the file has them")
  func structure() throws {
    for name in ["a", "b", "c"] { try kit.sound("\(name).wav") }
    kit.write(
      """
      <global> amp_veltrack=0 loop_mode=one_shot
      <group> key=38 hivel=63 volume=-20 group=1
      <region> sample=a.wav seq_length=2 seq_position=1
      <region> sample=b.wav seq_length=2 seq_position=2
      <group> key=38 lovel=64 group=1
      <region> sample=c.wav
      <group> key=46 group=1 off_by=1 off_mode=time off_time=0.05 pan=30
      <region> sample=c.wav
      """)
    let memory = SampleMemory(blockCount: 3)  // the sound that two pads play is there once
    let loaded = try kit.load(into: memory)
    #expect(
      loaded.problems.map(\.kind) == [.loudnessStep] && loaded.kit.name == "kit"
        && loaded.kit.pads.map(\.note) == [38, 46])
    let snare = loaded.kit.pads[0]
    #expect(snare.role == .snare && snare.layers.map(\.variations.count) == [2, 1])
    #expect(snare.layers[0].velocities.upperBound == snare.layers[1].velocities.lowerBound)
    #expect(
      snare.layers[0].velocities.lowerBound == 0 && snare.layers[1].velocities.upperBound == 1)
    #expect(abs(snare.layers[0].variations[0].gain - 0.1) < 1e-4)
    // The kit's own 20 dB between the layers, without a step: each sounds at its own level in its
    // middle.
    #expect(abs(snare.layers[0].velocityGains[32] - 1) < 1e-3)
    #expect(abs(snare.layers[1].velocityGains[96] - 1) < 0.05)
    #expect(
      snare.layers[0].velocityGains[1...127].elementsEqual(
        snare.layers[0].velocityGains[1...127].sorted()))
    let hihat = loaded.kit.pads[1]
    #expect(loaded.kit.chokes == [Choke(strokePad: 0, endedPad: 1, seconds: 0.05, isSteep: true)])
    #expect(abs(hihat.pan - 0.453_990) < 1e-5)  // sin(27°)
    #expect(memory.freeBlockCount == 0)
  }

  @Test(
    "sounds of any rate and channel count come to the instrument's rate, in stereo",
    arguments: [(1, 44_100), (2, 96_000), (8, 8_000), (1, 192_000)])
  func conversion(channels: Int, rate: Int) throws {
    try kit.sound("a.wav", frameCount: rate / 10, channels: channels, rate: rate)
    kit.write("<region> sample=a.wav key=36")
    let loaded = try kit.load()
    #expect(loaded.kit.pads[0].layers[0].variations[0].sound.frameCount == 4800)
    #expect(loaded.problems.isEmpty)
  }

  @Test("offset and end cut the sound")
  func slice() throws {
    try kit.sound("a.wav", frameCount: 100)
    kit.write("<region> sample=a.wav key=36 offset=10 end=49 <region> sample=a.wav key=38 end=5000")
    let sounds = try kit.load().kit.pads.map { $0.layers[0].variations[0].sound.frameCount }
    #expect(sounds == [40, 100])
  }

  @Test("microphones of one stroke are mixed with their gains")
  func microphones() throws {
    try kit.sound("near.wav", value: 0.5, frameCount: 50)
    try kit.sound("far.wav", value: 0.25, frameCount: 100)
    kit.write("<region> sample=near.wav key=36 <region> sample=far.wav key=36 volume=-6.0206")
    let loaded = try kit.load()
    let variations = loaded.kit.pads[0].layers[0].variations
    #expect(variations.map(\.sound.frameCount) == [100] && variations[0].gain == 1)
  }

  @Test("sounds outside the kit's folder are played, and reported once a folder")
  func outside() throws {
    for name in ["other/a.wav", "other/b.wav", "kit/c.wav"] {
      try kit.sound(name, frameCount: 4800)
    }
    let path = kit.folder.write(
      text: """
        <region> sample=../other/a.wav key=36
        <region> sample=../other/b.wav key=38
        <region> sample=../kit/./c.wav key=40
        """, to: "kit/kit.sfz")
    let plan = try KitLoader.plan(path: path)
    #expect(plan.pads.count == 3)
    let received = plan.problems.filter { $0.kind == .outsideSound }
    #expect(received.map(\.line?.number) == [1] && received.allSatisfy { !$0.isFault })
  }

  @Test("case and backslashes of other systems still find the file")
  func foreignPaths() throws {
    try kit.sound("Samples/Kick Drum.WAV")
    kit.write("<control> default_path=samples\\\n<region> sample=kick drum.wav key=36")
    #expect(try kit.load().problems.isEmpty)
  }

  @Test("missing and broken files are reported with their line, the rest plays on every velocity")
  func partlyMissing() throws {
    try kit.sound("a.wav")
    kit.folder.write(text: "no sound", to: "text.wav")
    kit.folder.write([], to: "empty.wav")
    kit.write(
      """
      <region> sample=a.wav key=38 hivel=40
      <region> sample=none.wav key=38 lovel=41
      <region> sample=text.wav key=36
      <region> sample=empty.wav key=36
      <region> sample=a.wav key=36 offset=100000
      """)
    let loaded = try kit.load()
    #expect(loaded.kit.pads.map(\.note) == [38] && loaded.kit.pads[0].layers[0].velocities == 0...1)
    #expect(
      loaded.problems.map(\.kind)
        == [.missingSound, .brokenSound, .brokenSound, .brokenSound, .velocityGap])
    #expect(loaded.problems[0].description == "kit.sfz:2: sound 'none.wav' is missing")
  }

  @Test(
    "samples that are no numbers, or beyond all sound, are silent and reported",
    arguments: [Float.nan, -Float.infinity, 3e38, -2000])
  func notNumbers(value: Float) throws {
    try kit.sound("a.wav", value: value)
    kit.write("<region> sample=a.wav key=36")
    #expect(try kit.load().problems.map(\.kind) == [.brokenSound])
  }

  @Test("a kit without a playable sound is broken, one that does not exist is missing")
  func unusable() throws {
    #expect(errorKind() == .missing)
    kit.write("")
    #expect(errorKind() == .broken)
    kit.write("{\"pads\": []}")
    #expect(errorKind() == .broken)
    kit.write("#include \"kit.sfz\"")
    #expect(errorKind() == .broken)
    kit.write("<region> sample=none.wav key=36\n<region> sample=nope.wav key=38")
    let error = #expect(throws: KitError.self) { try kit.load() }
    #expect(error?.kind == .broken && error?.problems.count == 2)
    #expect(error?.detail?.contains("kit.sfz:1: sound 'none.wav' is missing") == true)
  }

  @Test("an unknown format is distinguished from a broken kit", arguments: ["xml", "txt"])
  func unsupported(ending: String) {
    let path = kit.folder.write(text: "<kit/>", to: "kit.\(ending)")
    let error = #expect(throws: KitError.self) {
      try KitLoader.load(
        path: path, sampleRateHz: 48_000, into: SampleMemory(blockCount: 1))
    }
    #expect(error?.kind == .unsupported && error?.advice.description.contains("SFZ") == true)
  }

  @Test("a kit that does not fit is refused with its size, and leaves the memory unchanged")
  func limit() throws {
    try kit.sound("a.wav", frameCount: 10_000)
    try kit.sound("b.wav", frameCount: 200_000)
    kit.write("<region> sample=a.wav key=36 <region> sample=b.wav key=38")
    let memory = SampleMemory(megabytes: 1)
    let error = #expect(throws: KitError.self) { try kit.load(into: memory) }
    #expect(error?.kind == .unsupported && memory.freeBlockCount == memory.blockCount)
    #expect(error?.reason.contains("2 MB") == true)
    #expect(error?.advice.text { "\($0)" }.contains("moreSampleMemory") == true)
  }

  @Test("kits share one memory, and each returns its part")
  func sharing() throws {
    try kit.sound("a.wav", frameCount: 10_000)
    kit.write("<region> sample=a.wav key=36")
    let memory = SampleMemory(blockCount: 10)
    for _ in 0..<100 {
      let first = try kit.load(into: memory)
      let second = try kit.load(into: memory)
      #expect(memory.freeBlockCount == 0)
      withExtendedLifetime((first, second)) {}
    }
    #expect(memory.freeBlockCount == 10)
  }

  @Test("a file that is shorter than declared is a fault with its line, and plays to its end")
  func cutOff() throws {
    for ending in ["wav", "flac"] {
      try kit.hit("whole.\(ending)", seconds: 1)
      let bytes = try Data(contentsOf: URL(filePath: "\(kit.folder.path)/whole.\(ending)"))
      kit.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.\(ending)")
      kit.write("<region> sample=whole.\(ending) key=36\n<region> sample=half.\(ending) key=38")
      let plan = try KitLoader.plan(path: kit.path)
      #expect(
        plan.problems.filter(\.isFault).map(\.description) == [
          "kit.sfz:2: 'half.\(ending)' is cut off: it is shorter than its header says; Flam plays what is there"
        ])
      let lengths = plan.pads.map { $0.hits[0].durationSeconds }
      #expect(lengths[1] > 0.01 && lengths[1] < 0.9 && abs(lengths[0] - 1) < 0.01)
      #expect(try StruckKit(kit.load().kit).silences(rounds: 1, seed: 1).isEmpty)
    }
  }
}
