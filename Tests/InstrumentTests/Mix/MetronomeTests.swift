// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import TestSupport
import Testing

@testable import Instrument

@Suite struct MetronomeTests {
  private static let bar = Click.samples(isBar: true, sampleRateHz: 48_000)
  private static let beat = Click.samples(isBar: false, sampleRateHz: 48_000)

  private static func tempo(
    _ beatsPerMinute: Double, _ meter: String, isClicking: Bool = true
  ) throws -> PlayedTempo {
    var tempo = PlayedTempo()
    (tempo.beatsPerMinute, tempo.isClicking) = (beatsPerMinute, isClicking)
    tempo.meter = try #require(Meter(meter))
    return tempo
  }

  /// The left side of the clicks if the metronome is changed on frames.
  private func clicked(
    _ changes: [(frame: Int, click: PlayedTempo)], frameCount: Int, blockFrames: Int,
    rateHz: Int = 48_000
  ) -> [Float] {
    var metronome = Metronome(sampleRateHz: rateHz)
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
  func beats(blockFrames: Int) throws {
    // 90 beats a minute: 32000 frames a beat; begun at frame 1000, in three.
    let on = try Self.tempo(90, "3/4")
    let clicked = clicked([(1000, on)], frameCount: 140_000, blockFrames: blockFrames)
    #expect(
      clicked
        == expected(
          [
            (1000, Self.bar), (33_000, Self.beat), (65_000, Self.beat), (97_000, Self.bar),
            (129_000, Self.beat),
          ], frameCount: 140_000))
  }

  @Test(
    "each click is heard on the first frame at or after its beat, also between two frames",
    .slow,
    arguments: [(44_100, 97), (48_000, 97), (48_000, 35), (96_000, 391)])
  func exact(rateHz: Int, beatsPerMinute: Int) throws {
    let on = try Self.tempo(Double(beatsPerMinute), "1/4")
    let frameCount = 15 * rateHz
    let clicked = clicked([(0, on)], frameCount: frameCount, blockFrames: 64, rateHz: rateHz)
    // A click's first sample is 0.
    let starts = clicked.indices.dropLast().filter { clicked[$0] == 0 && clicked[$0 + 1] != 0 }
    // 60 · rate / tempo frames a beat, in whole numbers.
    let beats = (0..<beatsPerMinute).map { (beat: Int) -> Int in
      (60 * rateHz * beat + beatsPerMinute - 1) / beatsPerMinute
    }
    #expect(starts == beats.filter { $0 < frameCount - 1 })
  }

  @Test("a change of the meter alone, or no change, moves no click")
  func unmoved() throws {
    let changes = [(0, "4/4"), (12_345, "3/4"), (100_001, "3/4"), (250_000, "6/4")]
    let frameCount = 480_000
    func starts(_ changes: [(frame: Int, click: PlayedTempo)]) -> [Int] {
      let clicked = clicked(changes, frameCount: frameCount, blockFrames: 64)
      return clicked.indices.dropLast().filter { clicked[$0] == 0 && clicked[$0 + 1] != 0 }
    }
    for tempo in [97, 120, 333.3] {
      let alone = starts([(0, try Self.tempo(tempo, "4/4"))])
      let changed = starts(
        try changes.map { (frame: $0.0, click: try Self.tempo(tempo, $0.1)) })
      #expect(alone == changed, "\(tempo)")
    }
  }

  @Test("a hit on a click lies at its place in the bar, and one a frame earlier right before it")
  func places() throws {
    let meter = try #require(Meter("4/4"))
    // Each on the bar's beats, after a change that leaves them between two frames. The first case has
    // its beat 228 on frame 4414341, where division makes it 227.99999999999997.
    for (from, to, change) in [(100, 170, 1_339_971), (97, 133, 100_003), (333, 91, 54_321)] {
      var metronome = Metronome(sampleRateHz: 48_000)
      metronome.set(try Self.tempo(Double(from), "4/4"), atFrame: 0)
      metronome.set(try Self.tempo(Double(to), "4/4"), atFrame: change)
      let before = TempoSegment(
        Tempo(Double(from)), meter, startFrame: 0, sampleRateHz: 48_000)
      let beats = before.changed(to: Tempo(Double(to)), meter, atFrame: change)
      let frameShare = Float(to) / (60 * 48_000 * 4)
      for beat in beats.firstBeat + 1..<beats.firstBeat + 300 {
        let onset = beats.onset(ofBeat: beat)
        let start = Float(beat % 4) / 4
        let places = [onset, onset - 1].compactMap { metronome.placeInBar(atFrame: $0) }
        try #require(places.count == 2)
        let (place, earlier) = (places[0], places[1])
        #expect(place >= start && place <= start + 1.01 * frameShare, "\(to) \(beat): \(place)")
        let end = start == 0 ? 1 : start
        #expect(earlier <= end && earlier >= end - 1.01 * frameShare, "\(to) \(beat): \(earlier)")
      }
    }
  }

  @Test("a faster tempo halves the rest of the beat; off ends with the click that sounds")
  func changes() throws {
    let slow = try Self.tempo(60, "4/4")
    let fast = try Self.tempo(120, "4/4")
    let off = try Self.tempo(120, "4/4", isClicking: false)
    let clicked = clicked(
      [(0, slow), (24_000, fast), (60_001, off)], frameCount: 120_000, blockFrames: 64)
    #expect(
      clicked
        == expected([(0, Self.bar), (36_000, Self.beat), (60_000, Self.beat)], frameCount: 120_000))
  }
}
