// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import SoundFonts

struct SoundFontTests {
  private func font(
    zones: [[MadeSoundFont.Parameter]] = [[]], preset: [MadeSoundFont.Parameter] = [],
    programs: [Int] = [0]
  ) throws -> SoundFont {
    try SoundFont(
      MadeSoundFont.bytes(
        sample: (0..<1000).map { Int16($0) }, loop: 100..<900, rateHz: 22_050, rootKey: 60,
        programs: programs, zones: zones, preset: preset), path: "made.sf2")
  }

  @Test("a preset plays the zones of its instrument, each with its sample")
  func zones() throws {
    let found = try #require(
      try font(zones: [[(54, 1)], [(43, 60 | 72 << 8), (17, -500)]]).zones(program: 0))
    #expect(found.count == 2)
    #expect(
      found[0].1
        == SoundFontSample(
          start: 0, end: 1000, loopStart: 100, loopEnd: 900, sampleRateHz: 22_050, rootKey: 60,
          correctionCents: 0))
    #expect(
      found[0].0[.loops] == 1 && found[0].0[.filterCutoff] == 13_500
        && found[0].0[.attack] == -12_000)
    #expect(found[1].0.keys == 60...72 && found[1].0[.pan] == -500)
  }

  @Test("what a preset says is added to what its instrument says")
  func added() throws {
    let zones = try font(zones: [[(48, 60), (17, 100)]], preset: [(48, 20), (51, -12)]).zones(
      program: 0)
    let zone = try #require(zones?.first?.0)
    #expect(zone[.attenuation] == 80 && zone[.pan] == 100 && zone[.coarseTune] == -12)
  }

  @Test("keys and velocities are those of both; without any the zone is left out")
  func ranges() throws {
    let zones = try font(
      zones: [[(43, 60 | 80 << 8)], [(43, 10 | 20 << 8)]], preset: [(43, 50 | 70 << 8)]
    )
    .zones(program: 0)
    #expect(zones?.map(\.0.keys) == [60...70])
  }

  @Test("its samples are those of the file, and silence never comes from beyond it")
  func samples() throws {
    #expect(try font().samples(998..<1002) == [998.0 / 32_768, 999.0 / 32_768, 0, 0])
    #expect(try font().samples(5000..<6000).isEmpty)
  }

  @Test("samples of 24 bits have their low bytes, and those of 16 bits none")
  func fineSamples() throws {
    let font = try SoundFont(
      MadeSoundFont.bytes(sample: [1, -1, 32_767], loop: 0..<3, lowBytes: [0x80, 0x40, 0xff]),
      path: "made.sf2")
    #expect(font.samples(0..<3).map { $0 * 8_388_608 } == [384, -192, 8_388_607])
    #expect(try self.font().samples(5..<6) == [5.0 / 32_768])
  }

  @Test("a bank of drums has presets of its own")
  func bank() throws {
    let font = try SoundFont(
      MadeSoundFont.bytes(sample: [0, 1, 2], loop: 0..<2, bank: 128), path: "made.sf2")
    #expect(font.zones(program: 0) == nil)
    #expect(font.zones(program: 0, bank: 128)?.count == 1)
  }

  @Test("a font of compressed samples is refused by name")
  func compressed() throws {
    let bytes = MadeSoundFont.bytes(sample: [0, 1, 2], loop: 0..<2, version: 3)
    let error = #expect(throws: SoundFontError.self) { try SoundFont(bytes, path: "a.sf3") }
    #expect(
      error?.description
        == "cannot read 'a.sf3': its samples are compressed, as in SF3; give a SoundFont 2, or convert it to one"
    )
  }

  @Test("a program that it does not have is nil")
  func missing() throws {
    #expect(try font(programs: [4, 9]).zones(program: 5) == nil)
    #expect(try font(programs: [4, 9]).zones(program: 9)?.count == 1)
  }

  @Test(
    "a file that is none, or is cut off, is an error or has less, and is never read beyond its end")
  func broken() throws {
    #expect(throws: SoundFontError.self) { try SoundFont(Array("RIFF".utf8), path: "a.sf2") }
    let whole = MadeSoundFont.bytes(sample: [Int16](repeating: 1, count: 50), loop: 10..<40)
    for count in 0..<whole.count {
      guard let font = try? SoundFont(Array(whole[..<count]), path: "a.sf2") else { continue }
      #expect((font.zones(program: 0) ?? []).count <= 1)
      #expect(font.samples(0..<100).count <= 100)
    }
    // Each byte wrong in turn.
    for place in whole.indices {
      var bytes = whole
      bytes[place] = 0xff
      guard let font = try? SoundFont(bytes, path: "a.sf2") else { continue }
      for (_, sample) in font.zones(program: 0) ?? [] {
        #expect(sample.start < sample.end)
        _ = font.samples(sample.start..<min(sample.end, sample.start + 1000))
      }
    }
  }
}
