// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct HitAlignmentTests {
  private func microphone(
    onset: Int, level: Float = 0.5, noise: Float = 0, rate: Int = 48_000, delay: Float = 0,
    pitch: Float = 0
  ) throws -> HitAlignment.Microphone {
    var samples = [Float](repeating: noise, count: onset)
    samples += [Float](repeating: level, count: rate / 10)
    let sound = DecodedSound(
      sampleRateHz: rate, channelCount: 1, samples: samples, replacedCount: 0,
      isCutOff: false)
    let slice = KitRegion.Slice(path: "a.wav")
    var region = KitRegion(slice: slice, line: SourceLine(file: "", number: 1))
    region.delaySeconds = delay
    region.pitchSemitones = pitch
    let figures = try #require(SliceFigures(sound, slice))
    return HitAlignment.Microphone(region: region, slice: slice, figures: figures, gain: 1)
  }

  @Test("the earliest microphone decides where to begin, the spacing of the others is kept")
  func spacing() throws {
    let hit = HitAlignment(
      [
        try microphone(onset: 480), try microphone(onset: 960),
        try microphone(onset: 600, rate: 96_000),
      ],
      padPan: 0)
    // 6.25 ms of the third, less 2 ms.
    #expect(abs(hit.onsetSeconds - 0.00625) < 1e-9)
    #expect(abs(hit.startSeconds - 0.00425) < 1e-9 && hit.isCut)
    #expect(hit.parts.map(\.slice.firstFrame) == [204, 204, 408])
  }

  @Test("a hit that begins at once is not touched")
  func early() throws {
    let hit = HitAlignment([try microphone(onset: 0)], padPan: 0)
    #expect(hit.parts[0].slice.firstFrame == 0 && !hit.isCut && hit.startSeconds == 0)
  }

  @Test("a microphone that hears only noise does not decide the onset")
  func noise() throws {
    let hit = HitAlignment(
      [try microphone(onset: 480, noise: 1e-3), try microphone(onset: 0, level: 1e-4)], padPan: 0)
    #expect(abs(hit.startSeconds - 0.008) < 1e-9 && hit.swellSeconds == 0)
  }

  @Test("sound that is audible long before the onset is a swell")
  func swell() throws {
    let hit = HitAlignment([try microphone(onset: 4800, noise: 0.01)], padPan: 0)
    #expect(abs(hit.swellSeconds - 0.1) < 1e-9)
  }

  @Test("delays of the kit are spacing too, pitch moves the onset in time")
  func delays() throws {
    let flam = HitAlignment(
      [try microphone(onset: 0, delay: 0.05), try microphone(onset: 0, delay: 0.03)], padPan: 0)
    #expect(abs(flam.startSeconds - 0.028) < 1e-6)
    #expect(abs(flam.parts[0].delaySeconds - 0.022) < 1e-5)
    let higher = HitAlignment([try microphone(onset: 480, pitch: 12)], padPan: 0)
    #expect(abs(higher.startSeconds - 0.003) < 1e-9)
  }
}
