// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Instrument

/// Racks of single drums.
@Suite struct PadRackTests {
  private typealias Mixed = MixedDrums

  /// A kick and a snare, played and looped.
  private static let all = MixedDrums(notes: [
    Mixed.Note(pad: .kick), Mixed.Note(pad: .snare), Mixed.Note(pad: .snare, source: .loop),
  ])

  private static let snare = RackPlace.pad("snare")

  private static func shaped(_ setting: EffectSetting) -> MixedDrums {
    var shaped = all
    shaped.effects = [SlotChange(snare, slot: 1, setting)]
    return shaped
  }

  @Test("an effect shapes its drum, and leaves another's samples bit for bit")
  func effect() {
    let plain = Self.all.played()
    let shaped = Self.shaped(Mixed.filter(.highpass, Mixed.snareHz)).played()
    let change = Mixed.level(shaped, Mixed.snareHz) - Mixed.level(plain, Mixed.snareHz)
    #expect(abs(change + 3.0103) < 0.05)
    #expect(abs(Mixed.level(shaped, Mixed.kickHz) - Mixed.level(plain, Mixed.kickHz)) < 0.001)
    var (kick, alone) = (Self.all, Self.shaped(EffectSetting(.distort)))
    (kick.notes, alone.notes) = ([Mixed.Note(pad: .kick)], [Mixed.Note(pad: .kick)])
    #expect(kick.played() == alone.played())
  }

  @Test("what it makes goes into the room and into the drum's part")
  func sends() {
    var send = StripChange(drum: "snare")
    send[.send] = 1
    var silenced = Self.shaped(Self.silencing)
    silenced.strips = [send]
    var kick = Self.all
    (kick.notes, kick.strips) = ([Mixed.Note(pad: .kick)], [send])
    let stems = StemBuffers(soundCount: 0, hasOthers: true, capacityFrames: Mixed.frameCount)
    defer { stems.free() }
    silenced.stems = stems
    let played = kick.played()
    #expect(Self.difference(silenced.played(), played) < 1e-6)
    let part = stems.part(stems.othersPart)
    let parts = (0..<2 * Mixed.frameCount).map { part[$0] }
    #expect(Mixed.level(parts, Mixed.snareHz) < -100)
    let change = Mixed.level(parts, Mixed.kickHz) - Mixed.level(played, Mixed.kickHz)
    #expect(abs(change) < 0.01)
  }

  /// A gate that nothing opens.
  private static let silencing: EffectSetting = {
    var gate = EffectSetting(.gate)
    gate["threshold"] = 0
    return gate
  }()

  private static func difference(_ one: [Float], _ other: [Float]) -> Float {
    zip(one, other).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test("what the looper plays of it passes the effects of loops next")
  func looped() {
    var mixed = Self.shaped(Mixed.filter(.highpass, Mixed.snareHz))
    mixed.notes = [Mixed.Note(pad: .snare, source: .loop), Mixed.Note(pad: .kick)]
    let before = mixed.played()
    mixed.effects.append(SlotChange(.loops, slot: 1, Mixed.filter(.lowpass, Mixed.snareHz)))
    let after = mixed.played()
    let change = Mixed.level(after, Mixed.snareHz) - Mixed.level(before, Mixed.snareHz)
    #expect(abs(change + 3.0103) < 0.05)
    #expect(abs(Mixed.level(after, Mixed.kickHz) - Mixed.level(before, Mixed.kickHz)) < 0.001)
  }

  @Test("it gives the same bits in blocks of any size", arguments: [1, 441])
  func blocks(blockFrames: Int) {
    var mixed = Self.all
    mixed.notes += [
      Mixed.Note(pad: .snare, frame: 5005), Mixed.Note(pad: .kick, frame: 7001, source: .loop),
    ]
    mixed.effects = [SlotChange(.pad("kick"), slot: 2, EffectSetting(.compress))]
    var send = StripChange(drum: "snare")
    send[.send] = 0.5
    mixed.strips = [send]
    mixed.events =
      [MixEvent(.padRack(1, pad: 1, drums: 1), atFrame: 2001)]
      + Mixed.change(EffectSetting(.delay), at: RackPoint.pad(1), atFrame: 2001)
      + Mixed.change(Mixed.filter(.lowpass, 900), slot: 2, at: RackPoint.pad(1), atFrame: 3011)
      + Mixed.change(nil, at: RackPoint.pad(1), atFrame: 9001)
    let whole = mixed.played()
    mixed.blockFrames = blockFrames
    #expect(mixed.played() == whole)
    #expect(whole != Self.all.played())
  }

  @Test("effects come and go without a step, and change nothing but for rounding once removed")
  func removed() {
    var mixed = Self.all
    mixed.events =
      [MixEvent(.padRack(0, pad: 1, drums: 1), atFrame: 1000)]
      + Mixed.change(EffectSetting(.crush), at: RackPoint.pad(0), atFrame: 1000)
      + Mixed.change(nil, at: RackPoint.pad(0), atFrame: 4000)
    let (plain, played) = (Self.all.played(), mixed.played())
    #expect(Self.difference(Array(plain[12_000...]), Array(played[12_000...])) < 1e-6)
    #expect(Self.difference(plain, played) > 0.001)
    for frame in [1000, 4480] {
      let step = Self.difference(
        Array(plain[2 * frame..<2 * frame + 20]), Array(played[2 * frame..<2 * frame + 20]))
      #expect(step < 1e-3)
    }
  }

  @Test("sixteen drums have racks at most, and one that is emptied makes room")
  func numbers() {
    var mix = MixSettings()
    let effect = EffectSetting(.lowpass)
    for number in 0..<RackPlace.mostPads {
      mix.apply(SlotChange(.pad("drum \(number)"), slot: 1, effect))
    }
    #expect(!mix.hasRack(for: .pad("another")) && mix.hasRack(for: .pad("drum 3")))
    mix.apply(SlotChange(.pad("another"), slot: 1, effect))
    #expect(mix.racks[.pad("another")] == nil)
    // Every drum in turn, over and over: never two with the same rack.
    for number in RackPlace.mostPads..<100 {
      mix.apply(SlotChange(.pad("drum \(number - RackPlace.mostPads)"), slot: 1, nil))
      mix.apply(SlotChange(.pad("drum \(number)"), slot: 1, effect))
      let points = (number - RackPlace.mostPads + 1...number).map {
        mix.rackPoints(of: .pad("drum \($0)")).map(\.place)
      }
      #expect(points.allSatisfy { $0.count == 2 } && Set(points.joined()).count == 32)
    }
    #expect(mix.slots.count == 16)
  }

  @Test("a rack stays with the drum's name in another kit")
  func otherKit() {
    var mix = MixSettings()
    mix.apply(SlotChange(.pad("snare"), slot: 1, EffectSetting(.lowpass)))
    #expect(mix.rackNumbers(of: Mixed.kit) == [nil, 0])
  }
}
