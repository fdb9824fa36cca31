// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import SoundFonts

struct SoundFontModulatorTests {
  /// A zone of an instrument under a preset, as their modulators make it.
  private func zone(
    _ modulators: [MadeSoundFont.Modulator] = [], zone: [MadeSoundFont.Parameter] = [],
    preset: [MadeSoundFont.Modulator] = []
  ) throws -> SoundFontZone {
    let font = try SoundFont(
      MadeSoundFont.bytes(
        sample: [Int16](repeating: 1, count: 100), loop: 10..<90, programs: [3, 7], zones: [zone],
        modulators: [modulators], presetModulators: preset), path: "made.sf2")
    return try #require(font.zones(program: 7)?.first?.0)
  }

  private func note(_ velocity: Double, key: Double = 60) -> SoundFontControls {
    SoundFontControls(velocity: velocity, key: key)
  }

  /// What volume and expression leave at their highest positions, 127 of 128.
  private static let rest = 2 * 400 * log10(128.0 / 127)

  @Test(
    "a soft note is softer by 40 dB a decade of velocity, up to 96 dB",
    arguments: [(127.0, 1.36), (100, 42.88), (64, 120.41), (32, 240.82), (10, 442.88), (1, 842.88)])
  func velocity(velocity: Double, centibels: Double) throws {
    let value = try zone().value(.attenuation, note(velocity))
    #expect(abs(value - centibels - Self.rest) < 0.01)
    #expect(abs(try zone().value(.attenuation, note(0)) - 960 - Self.rest) < 1e-6)
  }

  @Test("of a zone's attenuation four tenths are played, of a modulator's all")
  func attenuationShare() throws {
    let loud = try zone(zone: [(48, 100)])
    #expect(abs(loud.value(.attenuation, note(127)) - 40 - 1.5 * Self.rest) < 1e-6)
    #expect(loud[.attenuation] == 100)
    var controls = note(127)
    controls.controllers[7] = 127 / 10.0.squareRoot()
    #expect(abs(loud.value(.attenuation, controls) - 240 - 1.5 * Self.rest) < 1e-6)
  }

  @Test("a modulator of an instrument replaces the same one, that of a preset adds to it")
  func levels() throws {
    let flat = try zone([(0x0502, 48, 0, 0, 0)])
    #expect(abs(flat.value(.attenuation, note(20)) - Self.rest) < 1e-9)
    let half = try zone([(0x0502, 48, 480, 0, 0)])
    let halfAgain = try zone([(0x0502, 48, 480, 0, 0)], preset: [(0x0502, 48, 480, 0, 0)])
    let usual = try zone().value(.attenuation, note(50)) - Self.rest
    #expect(abs(2 * (half.value(.attenuation, note(50)) - Self.rest) - usual) < 1e-6)
    #expect(abs(halfAgain.value(.attenuation, note(50)) - Self.rest - usual) < 1e-6)
  }

  @Test("a zone replaces a modulator of its global zone, and keeps the others")
  func global() throws {
    let high: SoundFontModulator = try #require(
      SoundFontModulator(source: 0x0002, destination: 8, amount: 1000, amountSource: 0))
    let low = try #require(
      SoundFontModulator(source: 0x0002, destination: 8, amount: 10, amountSource: 0))
    let other = try #require(
      SoundFontModulator(source: 0x0003, destination: 8, amount: 7, amountSource: 0))
    var (own, global) = (SoundFontZone(), SoundFontZone())
    own.modulators = [low]
    global.modulators = [high, other]
    #expect(own.over(global).modulators == [low, other])
  }

  @Test(
    "curves and directions are those of the format",
    arguments: [
      // Velocity: linear, falling, to both sides, falling to both sides.
      (0x0002, 32.0, 0.25), (0x0102, 32, 0.75), (0x0202, 32, -0.5), (0x0302, 32, 0.5),
      // Concave and convex: 40 decibels of 96 a decade.
      (0x0402, 115.2, 0.416667), (0x0802, 12.8, 0.583333), (0x0802, 0, 0),
      (0x0602, 121.6, 0.416667), (0x0602, 6.4, -0.416667), (0x0902, 115.2, 0.583333),
      // Switches.
      (0x0c02, 63, 0), (0x0c02, 64, 1), (0x0d02, 64, 0), (0x0e02, 63, -1), (0x0e02, 64, 1),
    ])
  func curves(source: Int, velocity: Double, share: Double) throws {
    let value = try zone([(source, 8, 1000, 0, 0)]).value(.filterCutoff, note(velocity))
    #expect(abs(value - 13_500 - 1000 * share) < 0.01)
  }

  @Test("keys, controllers, the wheel and pressure move parameters, one scaled by another")
  func sources() throws {
    var controls = note(127, key: 64)
    (controls.controllers[1], controls.channelPressure) = (64, 32)
    // 25 cents of vibrato by the wheel, half of that by pressure.
    #expect(try zone().value(.vibratoToPitch, controls) == 37.5)
    let byKey = try zone([(0x0003, 8, -2000, 0, 0), (0x0003, 9, 200, 0x0081, 0)])
    #expect(byKey.value(.filterCutoff, controls) == 12_500)
    #expect(byKey.value(.filterQ, controls) == 50)
    controls.controllers[1] = 0
    #expect(byKey.value(.filterQ, controls) == 0)
    controls.pitchWheel = 16_384
    #expect(abs(try zone().value(.fineTune, controls) - 200) < 0.1)
    controls.pitchWheelRange = 12
    #expect(abs(try zone().value(.fineTune, controls) - 1200) < 0.1)
  }

  @Test("soft notes are darkened only where a font says so in words of its own")
  func velocityToFilter() throws {
    #expect(try zone().value(.filterCutoff, note(10)) == 13_500)
    #expect(try zone([(0x0102, 8, -2400, 0x0c02, 0)]).value(.filterCutoff, note(10)) == 13_500)
    let own = try zone([(0x0102, 8, -2400, 0, 0)])
    #expect(abs(own.value(.filterCutoff, note(64)) - 12_300) < 1e-6)
  }

  @Test(
    "a transform takes the absolute value; what is unknown, without a source or linked is left out")
  func transforms() throws {
    #expect(try zone([(0x0302, 8, -400, 0, 2)]).value(.filterCutoff, note(0)) == 13_900)
    for left: MadeSoundFont.Modulator in [
      (0x0302, 8, -400, 0, 1), (0, 8, 500, 0, 0), (0x007f, 8, 500, 0, 0), (0x0002, 8, 500, 0x7f, 0),
      (0x4002, 8, 500, 0, 0), (0x0002, 0x8008, 500, 0, 0),
    ] {
      #expect(try zone([left]).value(.filterCutoff, note(100)) == 13_500)
    }
  }

  @Test("values beyond a parameter's range are the nearest")
  func ranges() throws {
    let zone = try zone(zone: [(17, 700), (9, -50), (34, -20_000), (38, 9000), (5, -13_000)])
    #expect(zone.value(.pan, note(127)) == 500 && zone.value(.filterQ, note(127)) == 0)
    #expect(zone.value(.attack, note(127)) == -12_000 && zone.value(.release, note(127)) == 8000)
    #expect(zone.value(.modulationToPitch, note(127)) == -12_000)
  }
}
