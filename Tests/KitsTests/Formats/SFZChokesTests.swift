// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct SFZChokesTests {
  let kit = KitFolder()

  /// What sounds on the left 0.2 s after a stroke on note 42 that follows one on note 46: the sounds
  /// are of constant value, so that the sum shows which of them still do.
  private func remaining(_ text: String, velocity: Float = 1) throws -> Float {
    for (name, value) in [("a", 0.25), ("b", 0.125), ("c", 0)] as [(String, Float)] {
      try kit.sound("\(name).wav", value: value, frameCount: 48_000)
    }
    kit.write("<global> amp_veltrack=0 pan=-100 " + text)
    let loaded = try KitLoader.load(
      path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(gain: .asIs),
      into: SampleMemory(megabytes: 16)
    ).kit
    func pad(_ note: Int) throws -> Int {
      try #require(loaded.pads.firstIndex { $0.note == note })
    }
    var bank = VoiceBank(kit: loaded, seed: 1)
    bank.start(NoteOn(hit: 1, pad: try pad(46), velocity: velocity), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: try pad(42), velocity: 1), atFrame: 4800)
    return bank.renderedLeft(frameCount: 14_400)[14_399]
  }

  @Test(
    "what a stroke ends: one of two microphones, both, neither, or one of two layers",
    arguments: [
      ("<region> sample=a.wav key=46 off_by=1 <region> sample=b.wav key=46", 1, 0.125),
      ("<region> sample=a.wav key=46 <region> sample=b.wav key=46 off_by=1", 1, 0.25),
      ("<region> sample=a.wav key=46 off_by=1 <region> sample=b.wav key=46 off_by=1", 1, 0),
      ("<region> sample=a.wav key=46 off_by=7 <region> sample=b.wav key=46 off_by=8", 1, 0.375),
      (
        "<region> sample=a.wav key=46 hivel=63 off_by=1 <region> sample=b.wav key=46 lovel=64", 1,
        0.125
      ),
      (
        "<region> sample=a.wav key=46 hivel=63 off_by=1 <region> sample=b.wav key=46 lovel=64", 0.3,
        0
      ),
    ] as [(String, Float, Float)])
  func endings(text: String, velocity: Float, expected: Float) throws {
    let found = try remaining(
      text + " <region> sample=c.wav key=42 group=1", velocity: velocity)
    #expect(abs(found - expected) < 0.001, "\(found)")
  }

  @Test("where strokes of one strength alone belong to a group, only these end what it ends")
  func strokes() throws {
    let open = "<region> sample=a.wav key=46 off_by=1"
    let soft = "<region> sample=c.wav key=42 group=1 hivel=63 <region> sample=c.wav key=42 lovel=64"
    let hard = "<region> sample=c.wav key=42 hivel=63 <region> sample=c.wav key=42 group=1 lovel=64"
    #expect(abs(try remaining("\(open) \(soft)") - 0.25) < 0.001)
    #expect(abs(try remaining("\(open) \(hard)")) < 0.001)
  }
}
