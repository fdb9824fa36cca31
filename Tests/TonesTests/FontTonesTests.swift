// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import SoundFonts
import Testing
import Tones

/// What notes of a SoundFont become.
struct FontTonesTests {
  private func tones(
    zones: [[MadeSoundFont.Parameter]] = [[(54, 1)]],
    modulators: [[MadeSoundFont.Modulator]] = [], bank: Int = 0, mostSamples: Int = 1 << 20
  ) throws -> FontTones {
    FontTones(
      try SoundFont(
        MadeSoundFont.bytes(
          sample: [Int16](repeating: 100, count: 1000), loop: 100..<900, rateHz: 24_000,
          rootKey: 60, bank: bank, zones: zones, modulators: modulators), path: "made.sf2"),
      sampleRateHz: 48_000, mostSamples: mostSamples)
  }

  private func tone(
    _ zone: [MadeSoundFont.Parameter], key: Double = 60, velocity: Double = 127
  ) throws -> ToneSettings {
    let found = try tones(zones: [zone]).tones(
      FontTones.Preset(program: 0), key: key, velocity: velocity)
    return try #require(found.first).settings
  }

  private func decibels(_ tone: ToneSettings) -> Double {
    10 * log10(Double((tone.gains * tone.gains).sum()))
  }

  @Test(
    "pitch follows the key, tuning and scale",
    arguments: [
      (60.0, [], 0.5), (72, [], 1), (60.5, [], 0.5146511),
      (48, [(56, 50)], 0.3535534),
      (60, [(51, 12)], 1), (60, [(52, 50)], 0.5146511), (60, [(58, 48)], 1),
      (72, [(56, 0)], 0.5), (72, [(46, 60)], 0.5),
    ] as [(Double, [MadeSoundFont.Parameter], Double)])
  func pitch(key: Double, zone: [MadeSoundFont.Parameter], ratio: Double) throws {
    #expect(abs(try tone(zone, key: key).ratio - ratio) < 1e-6)
  }

  @Test("velocity squared is the amplitude, unless a zone has a velocity of its own")
  func velocity() throws {
    let full = decibels(try tone([]))
    for velocity in [1.0, 20, 64, 100] {
      let fallen = decibels(try tone([], velocity: velocity)) - full
      #expect(abs(fallen - 40 * log10(velocity / 127)) < 0.01)
    }
    #expect(
      abs(decibels(try tone([(47, 64)], velocity: 10)) - full - 40 * log10(64.0 / 127)) < 0.01)
    // 10 dB in the file are four.
    #expect(abs(decibels(try tone([(48, 100)])) - full + 4) < 0.01)
  }

  @Test(
    "pan is of equal power",
    arguments: [(-500, 1, 0), (0, 0.70711, 0.70711), (250, 0.38268, 0.92388)])
  func pan(pan: Int, left: Float, right: Float) throws {
    let tone = try tone([(17, pan)])
    let power = (tone.gains * tone.gains).sum().squareRoot()
    #expect(abs(tone.gains.x / power - left) < 1e-4 && abs(tone.gains.y / power - right) < 1e-4)
  }

  @Test("higher keys are held and decay for a shorter time, by timecents a key from 60 on")
  func keyScaling() throws {
    let zone = [
      (35, 0), (36, 1200), (39, 100), (40, 50), (27, -1200), (28, 0), (31, 100), (32, 100),
    ]
    let (middle, high) = (try tone(zone), try tone(zone, key: 72))
    #expect(middle.volume.holdFrames == 48_000 && high.volume.holdFrames == 24_000)
    #expect(middle.volume.decayFrames == 96_000)
    // To whole steps of 64 frames.
    #expect(abs(Double(high.volume.decayFrames) - 96_000 * exp2(-0.5)) <= 32)
    #expect(middle.modulation.holdFrames == 24_000 && high.modulation.holdFrames == 12_032)
    #expect(high.modulation.decayFrames == 24_000)
  }

  @Test("a note fades for 16 ms at least, and a sustain of 96 dB or more is silence")
  func shortest() throws {
    #expect(try tone([]).volume.releaseFrames == 768)
    #expect(try tone([(38, 1200)]).volume.releaseFrames == 96_064)
    #expect(try tone([(37, 1000)]).volume.sustain == 0)
    #expect(abs(try tone([(37, 500)]).volume.sustain - Float(pow(10, -48.0 / 20))) < 1e-6)
  }

  @Test("two zones of a key are two tones, as of a stereo recording")
  func pairs() throws {
    let found = try tones(zones: [[(17, -500)], [(17, 500)]]).tones(
      FontTones.Preset(program: 0), key: 60, velocity: 100)
    #expect(found.count == 2)
    #expect(abs(found[0].gains.y) < 1e-6 && abs(found[1].gains.x) < 1e-6)
  }

  @Test("a zone answers its keys and velocities; a key without any is played by the nearest")
  func zones() throws {
    let font = try tones(zones: [
      [(43, 40 | 50 << 8), (51, 1)], [(43, 60 | 70 << 8), (44, 0 | 63 << 8), (51, 2)],
      [(43, 60 | 70 << 8), (44, 64 | 127 << 8), (51, 3)],
    ])
    func semitones(_ key: Double, _ velocity: Double) throws -> [Int] {
      try font.tones(FontTones.Preset(program: 0), key: key, velocity: velocity).map {
        Int((12 * log2($0.ratio / 0.5) - (key - 60)).rounded())
      }
    }
    #expect(try semitones(45, 100) == [1])
    #expect(try semitones(60, 63) == [2] && semitones(70.4, 64) == [3])
    #expect(try semitones(0, 1) == [1] && semitones(127, 127) == [3])
    #expect(try semitones(52, 10) == [1] && semitones(57, 10) == [2])
    // As near to both.
    #expect(try semitones(55, 127) == [1, 3])
  }

  @Test("drums have a bank of their own; without a preset, or with too many samples, nothing plays")
  func failures() throws {
    let drums = try tones(bank: 128)
    #expect(
      try drums.tones(FontTones.Preset(program: 0, bank: 128), key: 38, velocity: 100).count == 1)
    #expect(throws: FontTones.Failure.noPreset) {
      try drums.tones(FontTones.Preset(program: 0), key: 38, velocity: 100)
    }
    #expect(throws: FontTones.Failure.tooMuch(mostSamples: 999)) {
      try tones(mostSamples: 999).tones(FontTones.Preset(program: 0), key: 38, velocity: 100)
    }
  }

  @Test("modulators of the font move what they name")
  func modulators() throws {
    let font = try tones(
      zones: [[]], modulators: [[(0x0002, 9, 120, 0, 0), (0x0003, 17, 254, 0, 0)]])
    let tone = try #require(
      try font.tones(FontTones.Preset(program: 0), key: 64, velocity: 127).first)
    #expect(abs(tone.resonanceDecibels - 12 * 127 / 128) < 1e-4)
    #expect(abs(atan2(tone.gains.y, tone.gains.x) - .pi / 4 * (1 + 127.0 / 500)) < 1e-4)
  }
}
