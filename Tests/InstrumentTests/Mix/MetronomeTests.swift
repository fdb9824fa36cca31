// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct MetronomeTests {
  private static let bar = Click.samples(isBar: true, sampleRateHz: 48_000)
  private static let beat = Click.samples(isBar: false, sampleRateHz: 48_000)

  /// The left side of what is clicked where it is changed on frames.
  private func clicked(
    _ changes: [(frame: Int, click: Click)], frameCount: Int, blockFrames: Int
  ) -> [Float] {
    var metronome = Metronome(sampleRateHz: 48_000)
    var output = [Float](repeating: 0, count: 2 * frameCount)
    var span = output.mutableSpan
    let gain = GainRamp(SIMD2(1, 1))
    var first = 0
    while first < frameCount {
      for change in changes where change.frame == first {
        metronome.set(change.click, atFrame: first)
      }
      let next = changes.map(\.frame).first { $0 > first } ?? frameCount
      let end = min(frameCount, next, (first / blockFrames + 1) * blockFrames)
      var piece = span._mutatingExtracting(2 * first..<2 * end)
      metronome.add(to: &piece, firstFrame: first, gain, gain)
      first = end
    }
    return stride(from: 0, to: output.count, by: 2).map { output[$0] }
  }

  /// Silence but for clicks.
  private func expected(_ clicks: [(frame: Int, samples: [Float])], frameCount: Int) -> [Float] {
    var output = [Float](repeating: 0, count: frameCount)
    for (frame, samples) in clicks {
      for (index, sample) in samples.enumerated() where frame + index < frameCount {
        output[frame + index] = sample
      }
    }
    return output
  }

  @Test("clicks stand on their beats, whatever the block size", arguments: [1, 64, 441])
  func beats(blockFrames: Int) {
    // 90 beats a minute: 32000 frames a beat; begun at frame 1000, in three.
    let on = Click(beatsPerMinute: 90, beatsPerBar: 3, isOn: true)
    let clicked = clicked([(1000, on)], frameCount: 140_000, blockFrames: blockFrames)
    #expect(
      clicked
        == expected(
          [
            (1000, Self.bar), (33_000, Self.beat), (65_000, Self.beat), (97_000, Self.bar),
            (129_000, Self.beat),
          ], frameCount: 140_000))
  }

  @Test("beats do not drift where they are no whole number of frames")
  func drift() {
    let on = Click(beatsPerMinute: 97, beatsPerBar: 1, isOn: true)
    let clicked = clicked([(0, on)], frameCount: 1_000_000, blockFrames: 64)
    // A click's first sample is 0.
    let starts = clicked.indices.dropLast().filter { clicked[$0] == 0 && clicked[$0 + 1] != 0 }
    let beats = (0..<starts.count).map { Int((Double($0) * 60 * 48_000 / 97).rounded(.up)) }
    #expect(starts.count == 34 && starts.first == 0)
    #expect(zip(starts, beats).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test("a faster tempo halves what is left to the next beat; off ends with the click that sounds")
  func changes() {
    let slow = Click(beatsPerMinute: 60, beatsPerBar: 4, isOn: true)
    let fast = Click(beatsPerMinute: 120, beatsPerBar: 4, isOn: true)
    let off = Click(beatsPerMinute: 120, beatsPerBar: 4, isOn: false)
    let clicked = clicked(
      [(0, slow), (24_000, fast), (60_001, off)], frameCount: 120_000, blockFrames: 64)
    #expect(
      clicked
        == expected([(0, Self.bar), (36_000, Self.beat), (60_000, Self.beat)], frameCount: 120_000))
  }
}
