// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct StrikeSetTests {
  @Test("a strike is cut from 20 ms before its attack to 200 ms after it, its ends silent")
  func cut() {
    let clip = Clip(
      samples: [Float](repeating: 1, count: 20_000), sampleRateHz: 48_000, onsetFrame: 5000,
      label: "x", levelDecibels: nil)
    let cut = clip.cut()
    #expect(cut.onsetFrame == 960 && cut.samples.count == 960 + 9600)
    #expect(cut.samples[0] == 0 && cut.samples[960] == 1 && cut.samples.last == 0)
    #expect(clip.cut(before: 5000 + 4800).samples.count == 960 + 4800 - 480)
  }

  @Test("sets of one rate are pooled in turn")
  func pooling() throws {
    let pooled = try #require(StrikeSet(pooling: [.knocks(), .knocks()]))
    #expect(pooled.clips.count == 16)
    #expect(pooled.clips[0].samples == pooled.clips[1].samples)
    #expect(StrikeSet(pooling: []) == nil)
  }

  @Test("a synthetic knock begins at its onset and has rung out at its end")
  func knock() {
    for clip in StrikeSet.knocks().clips {
      #expect(clip.samples[..<clip.onsetFrame].allSatisfy { $0 == 0 })
      let attack = Array(clip.samples[clip.onsetFrame..<clip.onsetFrame + 480])
      #expect(attack.peak > 0.9 * clip.samples.peak)
      #expect(Array(clip.samples.suffix(480)).levelDecibels < attack.levelDecibels - 40)
    }
  }
}
