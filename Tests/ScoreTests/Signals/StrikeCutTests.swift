// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct StrikeCutTests {
  /// A hum of the room, and from frame 4800 on a strike that falls by 6 dB every 10 ms.
  private static func clip(roomAmplitude: Float) -> Clip {
    let samples = (0..<48_000).map { frame -> Float in
      let sign: Float = frame % 2 == 0 ? 1 : -1
      guard frame >= 4800 else { return sign * roomAmplitude }
      var strike: Float = 0.8
      for _ in 0..<((frame - 4800) / 480) { strike /= 2 }
      return sign * max(roomAmplitude, strike)
    }
    return Clip(
      samples: samples, sampleRateHz: 48_000, onsetFrame: 4800, label: "x", levelDecibels: nil)
  }

  @Test("a strike without its room ends where it is less than 6 dB over the background")
  func sunk() {
    // 0.8 / 2⁸ is the first step less than 6 dB over 0.002: it lasts from 80 to 90 ms.
    let clip = Self.clip(roomAmplitude: 0.002)
    #expect(abs(clip.backgroundDecibels + 54) < 0.1)
    let cut = clip.cut(.close)
    #expect(cut.onsetFrame == 48)
    #expect(cut.samples.count == 48 + 4320)
    #expect(cut.samples[48] == 0.8 && cut.samples[0] == 0 && cut.samples.last == 0)
  }

  @Test("a strike without a background rings for half a second")
  func ring() {
    #expect(Self.clip(roomAmplitude: 0).cut(.close).samples.count == 48 + 24_000)
  }

  @Test("a strike is clear from 30 dB over its background on")
  func clear() {
    #expect(Self.clip(roomAmplitude: 0.02).isClear)
    #expect(!Self.clip(roomAmplitude: 0.03).isClear)
  }

  @Test("strikes without their room are the clear ones, or all if none is")
  func chosen() {
    let clear = Self.clip(roomAmplitude: 0.01)
    let noisy = Self.clip(roomAmplitude: 0.1)
    func count(_ clips: [Clip], _ cut: StrikeCut) -> Int {
      StrikeSet(ClassTask(name: "x", train: clips, test: clips), cut).clips.count
    }
    #expect(count([clear, noisy, clear], .close) == 2)
    #expect(count([clear, noisy, clear], .roomy) == 3)
    #expect(count([noisy], .close) == 1)
  }
}
