// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Kits

@Suite struct SoundMakerTests {
  let kit = KitFolder()

  private func part(_ name: String) -> SoundRecipe.Part {
    SoundRecipe.Part(slice: KitRegion.Slice(path: "\(kit.folder.path)/\(name)"))
  }

  private func frames(_ recipe: SoundRecipe) throws -> [SIMD2<Float>] {
    var files = SoundFiles()
    return try SoundMaker(sampleRateHz: 48_000).frames(of: recipe, from: &files)
  }

  @Test("mono goes to both sides, of many channels the first two are used, or the requested one")
  func channels() throws {
    try kit.sound("mono.wav", value: 0.25, frameCount: 2)
    try kit.sound("eight.wav", value: 0.5, frameCount: 2, channels: 8)
    #expect(
      try frames(SoundRecipe(parts: [part("mono.wav")])) == [SIMD2(0.25, 0.25), SIMD2(0.25, 0.25)])
    let eight = try frames(SoundRecipe(parts: [part("eight.wav")]))
    #expect(eight == [SIMD2(0.5, 0.5), SIMD2(0.5, 0.5)])
    try kit.sound("two.wav", frameCount: 1) { $0 == 0 ? 0.1 : 0.2 }
    var one = part("two.wav")
    one.slice.channel = 1
    #expect(try frames(SoundRecipe(parts: [one])) == [SIMD2(0.2, 0.2)])
  }

  @Test("a mix adds with the gains and pans of its parts; in the centre the pan changes nothing")
  func mix() throws {
    try kit.sound("a.wav", value: 0.5, frameCount: 1)
    try kit.sound("b.wav", value: 0.25, frameCount: 2)
    var right = part("b.wav")
    (right.gain, right.pan) = (2, -1)
    let mixed = try frames(SoundRecipe(parts: [part("a.wav"), right]))
    let left = 0.5 * Float(2).squareRoot()  // all power on one side
    let expected = [SIMD2<Float>(0.5 + left, 0.5), SIMD2(left, 0)]
    #expect(mixed.count == 2)
    for (frame, ideal) in zip(mixed, expected) {
      #expect(abs(frame.x - ideal.x) < 1e-6 && abs(frame.y - ideal.y) < 1e-6)
    }
  }

  @Test("delay, pitch and envelope are made once, at loading")
  func treatment() throws {
    try kit.sound("a.wav", value: 0.5, frameCount: 480)
    var late = part("a.wav")
    late.delaySeconds = 0.001
    #expect(try frames(SoundRecipe(parts: [late])).prefix(49).map(\.x).suffix(2) == [0, 0.5])
    var lower = part("a.wav")
    lower.pitchSemitones = -12
    #expect(try frames(SoundRecipe(parts: [lower])).count == 960)
    var decaying = part("a.wav")
    decaying.treatment.envelope = SoundEnvelope(decaySeconds: 0.005, sustain: 0)
    let decay = try frames(SoundRecipe(parts: [decaying]))
    #expect(decay[0].x == 0.5 && abs(decay[120].x - 0.25) < 1e-3 && decay[240].x == 0)
  }

  @Test("envelope and filters are those of each region of a hit, in any order")
  func ownTreatments() throws {
    try kit.sound("a.wav", value: 0.5, frameCount: 480)
    try kit.sound("b.wav", value: 0.25, frameCount: 480)
    let regions = [
      "<region> key=38 sample=a.wav ampeg_decay=0.005 ampeg_sustain=10",
      "<region> key=38 sample=b.wav",
    ]
    for text in [regions, regions.reversed()] {
      kit.write(text.joined(separator: "\n"))
      let plan = try KitLoader.plan(path: kit.path)
      let mixed = try frames(plan.pads[0].hits[0].sounds[0])
      // Evenly in decibels, until it has come to the tenth that it sustains.
      let after1ms: Float = 0.5 * 0.165_299 + 0.25
      #expect(mixed[0].x == 0.75 && abs(mixed[48].x - after1ms) < 1e-4)
      #expect(mixed[240].x == 0.3)
    }
  }

  @Test("width narrows the sides to one, and exchanges them below")
  func width() throws {
    try kit.sound("s.wav", frameCount: 2) { $0 == 0 ? 1 : 0.5 }
    var mono = part("s.wav")
    mono.width = 0
    let middle = Float(1.5) / Float(2).squareRoot()
    func near(_ frame: SIMD2<Float>, _ expected: SIMD2<Float>) -> Bool {
      abs(frame.x - expected.x) < 1e-5 && abs(frame.y - expected.y) < 1e-5
    }
    #expect(near(try frames(SoundRecipe(parts: [mono]))[0], SIMD2(middle, middle)))
    mono.width = -1
    #expect(near(try frames(SoundRecipe(parts: [mono]))[0], SIMD2(0.5, 1)))
    // To the right, once both sides are one.
    (mono.width, mono.position) = (0, 1)
    #expect(
      near(try frames(SoundRecipe(parts: [mono]))[0], SIMD2(0, middle * Float(2).squareRoot())))
  }

  @Test("a mono sound has neither width nor position; a stereo sound has")
  func mono() throws {
    try kit.sound("m.wav", value: 0.5)
    try kit.sound("s.wav", frameCount: 100) { $0 == 0 ? 0.5 : 0.25 }
    kit.write(
      """
      <global> width=0 position=50 <region> sample=m.wav key=36 <region> sample=s.wav key=38
      """)
    let pads = try KitLoader.plan(path: kit.path).pads
    let parts = pads.map { $0.hits[0].sounds[0].parts[0] }
    #expect(parts.map(\.width) == [1, 0] && parts[0].position == 0)
    #expect(abs(parts[1].position - 0.7071) < 1e-4)
  }

  @Test("a sound begins when its hit is heard by the pan of its pad, faded in if it was cut")
  func beginning() throws {
    // Left from the first frame on, right 1 ms later.
    try kit.sound("l.wav", frameCount: 480) { $0 == 0 ? 0.5 : 0 }
    try kit.sound("r.wav", frameCount: 480) { $0 == 1 ? 0.5 : 0 }
    var late = part("r.wav")
    late.delaySeconds = 0.001
    func frames(pan: Float, isCut: Bool = false) throws -> [SIMD2<Float>] {
      try self.frames(
        SoundRecipe(parts: [part("l.wav"), late], beginning: .init(pan: pan, isCut: isCut)))
    }
    for pan: Float in [-1, 0] { #expect(try frames(pan: pan).count == 528) }
    let right = try frames(pan: 1)
    #expect(right.count == 528 - 48 + 16 && right[15].y == 0 && right[16].y == 0.5)
    #expect(right[0].x < 0.05 && right[5].x < right[6].x && right[15].x == 0.5)
    // A sound that begins at once has no time to fade in.
    #expect(try frames(pan: 0, isCut: true)[0].x == 0.5)
  }

  @Test("a recipe without parts is a silence")
  func silence() throws { #expect(try frames(SoundRecipe()) == [SIMD2(0, 0)]) }
}
