// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@testable import Instrument

/// The bus of what the looper plays.
@Suite struct LoopBusTests {
  private typealias Mixed = MixedDrums

  /// The kick is played, the snare and a sound of the microphone come from the loop.
  private static let all = MixedDrums(
    notes: [
      Mixed.Note(pad: .kick), Mixed.Note(pad: .snare, source: .loop),
    ], soundFrame: 0)

  private static func shaped(by setting: EffectSetting) -> MixedDrums {
    var shaped = all
    shaped.effects = [SlotChange(.loops, slot: 1, setting)]
    return shaped
  }

  @Test("without effects and at a gain of 1, a loop is summed as if it were played")
  func untouched() {
    var played = Self.all
    played.notes[1].source = .key
    #expect(Self.all.played() == played.played())
    var untouched = Self.all
    untouched.events = [MixEvent(.bus(.loops, BusStrip()), atFrame: 1000)]
    #expect(Self.all.played() == untouched.played())
  }

  @Test("an effect shapes the notes and the sounds of a loop, and nothing else")
  func effect() {
    let plain = Self.all.played()
    let shaped = Self.shaped(by: Mixed.filter(.lowpass, Mixed.snareHz)).played()
    func change(_ hertz: Double) -> Double {
      Mixed.level(shaped, hertz) - Mixed.level(plain, hertz)
    }
    #expect(abs(change(Mixed.kickHz)) < 0.001)
    #expect(abs(change(Mixed.snareHz) + 3.0103) < 0.05)
    #expect(change(Mixed.soundHz) < -12)
    var live = Self.shaped(by: Mixed.filter(.lowpass, 200))
    (live.notes[1].source, live.soundFrame) = (.midi, nil)
    var unshaped = live
    unshaped.effects = []
    #expect(live.played() == unshaped.played())
  }

  @Test("its gain is that of the loop alone, in the mix and in what goes into the room")
  func gain() {
    let half = Units.amplitude(decibels: -6)
    var (plain, soft) = (Self.all, Self.all)
    soft.events = [MixEvent(.bus(.loops, BusStrip(gain: half)), atFrame: 0)]
    let (before, after) = (plain.played(), soft.played())
    for (hertz, decibels) in [
      (Mixed.kickHz, 0.0), (Mixed.snareHz, -6.0), (Mixed.soundHz, -6.0),
    ] {
      #expect(abs(Mixed.level(after, hertz) - Mixed.level(before, hertz) - decibels) < 0.01)
    }
    // Muted, its notes are not in the room either.
    var send = StripChange(drum: "snare")
    send[.send] = 1
    (plain.strips, soft.strips) = ([send], [send])
    (plain.notes, plain.soundFrame) = ([Mixed.Note(pad: .kick)], nil)
    var muted = BusStrip()
    muted.isMuted = true
    soft.events = [MixEvent(.bus(.loops, muted), atFrame: 0)]
    soft.notes[1].frame = 2000
    soft.soundFrame = 2000
    #expect(plain.played() == soft.played())
  }

  @Test("it gives the same bits in blocks of any size", arguments: [1, 441])
  func blocks(blockFrames: Int) {
    var mixed = Self.all
    mixed.notes.append(Mixed.Note(pad: .kick, frame: 3333, source: .loop))
    let points = MixBus.loops.rackPoints
    mixed.events =
      Mixed.change(Mixed.filter(.lowpass, 900), at: points, atFrame: 2001)
      + Mixed.change(EffectSetting(.delay), slot: 2, at: points, atFrame: 4007)
      + [MixEvent(.bus(.loops, BusStrip(gain: 0.5)), atFrame: 6011)]
      + Mixed.change(nil, at: points, atFrame: 9001)
      + Mixed.change(nil, slot: 2, at: points, atFrame: 9001)
    let whole = mixed.played()
    mixed.blockFrames = blockFrames
    #expect(mixed.played() == whole)
    #expect(whole != Self.all.played())
  }

  @Test("parts have its gain, and not its effects")
  func stems() {
    func parts(_ setup: MixedDrums) -> [Float] {
      var setup = setup
      setup.soundFrame = nil
      let stems = StemBuffers(
        soundCount: 0, hasOthers: true, capacityFrames: MixedDrums.frameCount)
      defer { stems.free() }
      setup.stems = stems
      _ = setup.played()
      let part = stems.part(stems.othersPart)
      return (0..<2 * MixedDrums.frameCount).map { part[$0] }
    }
    let plain = parts(Self.all)
    #expect(parts(Self.shaped(by: Mixed.filter(.lowpass, 200))) == plain)
    var soft = Self.all
    soft.events = [MixEvent(.bus(.loops, BusStrip(gain: 0.5)), atFrame: 0)]
    let change = Mixed.level(parts(soft), Mixed.snareHz) - Mixed.level(plain, Mixed.snareHz)
    #expect(abs(change + 6.0206) < 0.01)
    #expect(abs(Mixed.level(parts(soft), Mixed.kickHz) - Mixed.level(plain, Mixed.kickHz)) < 0.01)
  }
}
