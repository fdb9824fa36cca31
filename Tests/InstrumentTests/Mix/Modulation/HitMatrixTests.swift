// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Instrument

/// Effects that follow hits.
@Suite struct HitMatrixTests {
  private typealias Stroke = ModulatedDrums.Stroke

  /// The snare through a lowpass on a bus or a drum, which the velocity opens by 0.3 of its range.
  private static func lowpass(
    _ strokes: [Stroke], on bus: RackPlace = .drums, hertz: Float = 500
  ) -> ModulatedDrums {
    var setting = EffectSetting(.lowpass)
    (setting["cutoff"], setting["q"]) = (hertz, 0.8)
    return ModulatedDrums(
      strokes: strokes, effects: [SlotChange(bus, slot: 2, setting)],
      rows: [Modulation(.velocity, bus, slot: 2, "cutoff", amount: 0.3)])
  }

  /// The snare through a bell of 0 dB on its tone, whose gain moves by 0.25 of 48 dB.
  private static func bell(_ source: ModulationSource, _ stroke: Stroke) -> ModulatedDrums {
    var setting = EffectSetting(.peak)
    setting["freq"] = Float(MixedDrums.snareHz)
    return ModulatedDrums(
      strokes: [stroke], effects: [SlotChange(.drums, slot: 1, setting)],
      rows: [Modulation(source, .drums, slot: 1, "gain", amount: 0.25)])
  }

  /// What a second-order lowpass with a quality of 0.8 makes of the snare's tone, in decibels: the
  /// response of the analogue one at the frequency that the bilinear transform means.
  private static func response(cutoffHz: Double) -> Double {
    func warped(_ hertz: Double) -> Double { tan(.pi * hertz / Double(MixedDrums.rateHz)) }
    let ratio = warped(MixedDrums.snareHz) / warped(cutoffHz)
    return -10 * log10(pow(1 - ratio * ratio, 2) + pow(ratio / 0.8, 2))
  }

  @Test(
    "a lowpass lets through of a tone what the formula says for the velocity of its hit",
    arguments: [0, 0.1, 0.5, 1])
  func velocity(velocity: Float) {
    let change = Self.lowpass([Stroke(velocity: velocity)]).change()
    // The range of a cutoff, 20 Hz to 20 kHz, is a factor of 1000.
    let expected = Self.response(cutoffHz: 500 * pow(1000, 0.3 * Double(velocity)))
    #expect(abs(change - expected) < 0.1, "\(change) \(expected)")
  }

  @Test("brightness counts octaves from 125 Hz, loudness decibels from -48, and both stay in range")
  func sources() {
    for (hertz, share) in [(60, 0), (1000, 0.5), (8000, 1), (16_000, 1)] as [(Float, Double)] {
      let change = Self.bell(.brightness, Stroke(hertz: hertz)).change()
      #expect(abs(change - 12 * share) < 0.1, "\(hertz) Hz: \(change)")
    }
    for (decibels, share) in [(-60, 0), (-36, 0.25), (-12, 0.75), (3, 1)] as [(Float, Double)] {
      let change = Self.bell(.loudness, Stroke(peakDecibels: decibels)).change()
      #expect(abs(change - 12 * share) < 0.1, "\(decibels) dB: \(change)")
    }
    // What was not heard has neither.
    for source in [ModulationSource.brightness, .loudness] {
      #expect(abs(Self.bell(source, Stroke()).change()) < 0.01)
    }
  }

  @Test("effects follow the brightness of a changed hit in place of its own")
  func followed() {
    var stroke = NoteOn(hit: 1, pad: 0, velocity: 1)
    #expect(ModulationSource.brightness.value(of: stroke) == nil)
    for own in [nil, log2(8000)] as [Float?] {
      (stroke.brightnessOctaves, stroke.followedOctaves) = (own, log2(1000))
      #expect(abs((ModulationSource.brightness.value(of: stroke) ?? 0) - 0.5) < 1e-5)
    }
  }

  @Test("the place in the bar counts while the metronome clicks, and rests while it does not")
  func place() {
    // Half a beat of 120 a minute, of a bar of four.
    var drums = Self.bell(.place, Stroke(frame: 12_000))
    (drums.rows[0].amount, drums.isClicking) = (1, true)
    #expect(abs(drums.change() - 6) < 0.3, "\(drums.change())")
    drums.isClicking = false
    #expect(abs(drums.change()) < 0.01)
  }

  @Test("an effect moves on the frame of the hit, not before, and is there 5 ms later")
  func frame() {
    let soft = Stroke(velocity: 0.1)
    let once = Self.lowpass([soft]).played()
    let drums = Self.lowpass([soft, Stroke(pad: .kick, frame: 10_007, velocity: 1)])
    var still = drums
    still.rows[0].amount = 0
    let (moved, resting) = (drums.played(), still.played())
    #expect(moved[..<10_007] == once[..<10_007])
    #expect(moved[10_007..<10_247] != resting[10_007..<10_247])
    let change = drums.change()
    let expected = Self.response(cutoffHz: 500 * pow(1000, 0.3))
    #expect(abs(change - expected) < 0.1, "\(change) \(expected)")
  }

  @Test("a row of a drum follows its own hits, and no other's")
  func pads() {
    let snare = RackPlace.pad("snare")
    let soft = Stroke(velocity: 0.2)
    let expected = Self.response(cutoffHz: 500 * pow(1000, 0.3 * 0.2))
    let kick = Self.lowpass([soft, Stroke(pad: .kick, frame: 9000)], on: snare).change()
    #expect(abs(kick - expected) < 0.1, "\(kick) \(expected)")
    let own = Self.lowpass([Stroke(pad: .kick), soft], on: snare).change()
    #expect(abs(own - expected) < 0.1, "\(own) \(expected)")
  }

  @Test("a velocity that is known better counts, unless another hit has begun")
  func revision() {
    var stroke = Stroke(velocity: 0.1)
    stroke.revision = (400, 0.8)
    let known = Self.lowpass([stroke]).change()
    // The stroke itself is as loud as before.
    let expected = Self.response(cutoffHz: 500 * pow(1000, 0.3 * 0.8))
    #expect(abs(known - expected) < 0.1, "\(known) \(expected)")
    let later = Self.lowpass([stroke, Stroke(pad: .kick, frame: 300, velocity: 0.5)]).change()
    let other = Self.response(cutoffHz: 500 * pow(1000, 0.3 * 0.5))
    #expect(abs(later - other) < 0.1, "\(later) \(other)")
  }

  @Test("rows of one value add up, within its range")
  func sum() {
    var drums = Self.bell(.velocity, Stroke(velocity: 0.5, peakDecibels: -12))
    drums.rows.append(Modulation(.loudness, .drums, slot: 1, "gain", amount: -0.125))
    #expect(abs(drums.change() - (6 - 4.5)) < 0.1, "\(drums.change())")
    drums.rows.append(Modulation(.loudness, .drums, slot: 1, "gain", amount: 1))
    #expect(abs(drums.change() - 24) < 0.1, "\(drums.change())")
  }

  @Test("without its row, and where it is set by hand, an effect is as the player has it")
  func base() {
    var drums = Self.lowpass([Stroke(velocity: 1)])
    drums.events = [MixEvent(.modulation(nil, row: 1), atFrame: 6000)]
    #expect(abs(drums.change() - Self.response(cutoffHz: 500)) < 0.1, "\(drums.change())")
    var setting = EffectSetting(.lowpass)
    (setting["cutoff"], setting["q"]) = (900, 0.8)
    drums.events = MixedDrums.change(setting, slot: 2, at: MixBus.drums.rackPoints, atFrame: 6000)
    #expect(abs(drums.change() - Self.response(cutoffHz: 900)) < 0.1, "\(drums.change())")
    // The next hit moves it from there.
    drums.strokes.append(Stroke(pad: .kick, frame: 9000, velocity: 0.5))
    let expected = Self.response(cutoffHz: 900 * pow(1000, 0.15))
    #expect(abs(drums.change() - expected) < 0.1, "\(drums.change()) \(expected)")
  }

  @Test("blocks of any size and a replay give the same bits", arguments: [1, 441, 4800])
  func blocks(blockFrames: Int) {
    var echo = EffectSetting(.delay)
    (echo["time"], echo["mix"]) = (0.05, 0.2)
    var drums = Self.lowpass([])
    drums.effects += [
      SlotChange(.drums, slot: 3, EffectSetting(.distort)),
      SlotChange(.pad("snare"), slot: 1, echo), SlotChange(.master, slot: 1, EffectSetting(.peak)),
    ]
    drums.rows += [
      Modulation(.brightness, .drums, slot: 3, "drive", amount: 0.5),
      Modulation(.velocity, .pad("snare"), slot: 1, "mix", amount: 0.8),
      Modulation(.place, .master, slot: 1, "gain", amount: -0.5),
    ]
    drums.isClicking = true
    drums.strokes = (0..<60).map { number in
      var stroke = Stroke(
        pad: number % 3 == 0 ? .kick : .snare, frame: 397 * number,
        velocity: Float(number % 7) / 6, hertz: Float(200 * (1 + number % 9)))
      if number % 4 == 0 { stroke.revision = (397 * number + 150, 0.9) }
      return stroke
    }
    let reference = drums.played()
    drums.blockFrames = blockFrames
    #expect(drums.played() == reference)
    #expect(drums.replayed() == reference)
    var still = drums
    still.rows = []
    #expect(still.played() != reference)
  }

  @Test("rows that rest change no bit")
  func resting() {
    var drums = Self.lowpass([Stroke(velocity: 0.7), Stroke(pad: .kick, frame: 5000)])
    drums.rows = []
    let plain = drums.played()
    drums.rows = [
      Modulation(.velocity, .drums, slot: 1, "cutoff", amount: 1),
      Modulation(.velocity, .drums, slot: 2, "gain", amount: 1),
      Modulation(.velocity, .room, slot: 2, "cutoff", amount: 1),
      Modulation(.velocity, .pad("snare"), slot: 2, "cutoff", amount: 1),
    ]
    #expect(drums.played() == plain)
  }

  @Test("what cannot follow hits is named, with what can")
  func faults() {
    func fault(_ effect: Effect?, _ parameter: String, slot: Int = 1, amount: Float = 1) -> String {
      let row = Modulation(.velocity, .drums, slot: slot, parameter, amount: amount)
      let setting = effect.map { EffectSetting($0) }
      let mix = MixSettings(
        effects: [SlotChange(.drums, slot: 1, setting)], modulations: [row])
      #expect((mix.route(ofRow: 1) == nil) == (row.fault(on: setting) != nil))
      return row.fault(on: setting).map { "\($0.reason); \($0.advice)" } ?? ""
    }
    #expect(fault(.lowpass, "cutoff").isEmpty)
    #expect(fault(.lowpass, "gain").hasSuffix("has no 'gain' that follows hits; it has cutoff, q"))
    #expect(fault(.fir, "taps").hasSuffix("it has cutoff"))
    #expect(fault(.delay, "note").hasSuffix("it has time, feedback, mix, spread"))
    #expect(fault(.spectral, "what").hasSuffix("it has threshold"))
    #expect(fault(.lv2, "gain").hasSuffix("choose another effect"))
    #expect(fault(nil, "cutoff").hasPrefix("slot 1 of drums is empty"))
    #expect(fault(.lowpass, "cutoff", slot: 9).hasPrefix("a rack has no slot 9; give one of 1...8"))
    #expect(fault(.lowpass, "q", amount: -1.5).hasPrefix("-1.5 is no amount; give one in -1...1"))
  }
}
