// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Sequencing

@Suite struct TempoSegmentTests {
  @Test(
    "a million beats begin on the frames of the formula", arguments: [44_100, 48_000, 96_000],
    [20, 97, 120, 333, 500])
  func onsets(rateHz: Int, beatsPerMinute: Int) {
    let segment = TempoSegment(
      Tempo(Double(beatsPerMinute)), .common, startFrame: 4711, sampleRateHz: rateHz)
    var wrong = 0
    for beat in 0..<1_000_000 {
      // In whole numbers, rounded up.
      let expected = 4711 + (60 * rateHz * beat + beatsPerMinute - 1) / beatsPerMinute
      wrong += segment.onset(ofBeat: beat) == expected ? 0 : 1
    }
    #expect(wrong == 0)
  }

  @Test("from frame to beat and back is the same frame, hours later too")
  func roundTrip() {
    for (tempo, meter) in [
      (Tempo(97.3), "7/8"), (Tempo(from: 60, to: 180, overBeats: 64), "4/4"),
      (Tempo(from: 400, to: 25, overBeats: 5), "6/8"),
    ] {
      let segment = TempoSegment(
        tempo, Meter(meter) ?? .common, startFrame: 10_000, sampleRateHz: 48_000)
      for frame in stride(from: 10_000, to: 6 * 3600 * 48_000, by: 999_983) {
        let beat = segment.beat(atFrame: Double(frame))
        #expect(abs(segment.frame(ofBeat: beat) - Double(frame)) < 1e-5)
      }
    }
  }

  @Test("the next beat is the first that begins on a frame or later")
  func next() {
    let segment = TempoSegment(Tempo(391), .common, startFrame: 500, sampleRateHz: 44_100)
    for frame in 0..<100_000 {
      let beat = segment.nextBeat(fromFrame: frame)
      #expect(segment.onset(ofBeat: beat) >= frame)
      #expect(beat == 0 || segment.onset(ofBeat: beat - 1) < frame)
    }
  }

  @Test("the rest until the next beat takes as much longer as the tempo says")
  func change() {
    let slow = TempoSegment(Tempo(60), .common, startFrame: 0, sampleRateHz: 48_000)
    let fast = slow.changed(to: Tempo(120), .common, atFrame: 60_000)
    #expect(fast.firstBeat == 2 && fast.onset(ofBeat: 2) == 78_000)
    #expect(fast.startBeat == 1.25 && fast.beat(atFrame: 60_000) == 1.25)
    #expect(fast.onset(ofBeat: 3) == 102_000)
    // On the frame of a beat the beat is not over yet.
    #expect(slow.changed(to: Tempo(120), .common, atFrame: 48_000).firstBeat == 1)
    // Within a ramp, by the beats that are left.
    let ramp = TempoSegment(
      Tempo(from: 60, to: 120, overBeats: 4), .common, startFrame: 0, sampleRateHz: 48_000)
    let steady = ramp.changed(to: Tempo(60), .common, atFrame: 30_000)
    let left = 1 - ramp.beat(atFrame: 30_000)
    #expect(abs(steady.frame(ofBeat: 1) - 30_000 - 48_000 * left) < 1e-6)
  }

  @Test(
    "a beat keeps its place in the bar when the meter changes, or begins the next if there is none"
  )
  func meters() throws {
    func place(_ segment: TempoSegment, _ beat: Int) -> [Int] {
      let (bar, place) = segment.place(ofBeat: beat)
      return [bar, place]
    }
    let four = TempoSegment(Tempo(120), .common, startFrame: 0, sampleRateHz: 48_000)
    #expect((0...8).map { four.place(ofBeat: $0).place } == [0, 1, 2, 3, 0, 1, 2, 3, 0])
    let three = four.changed(to: Tempo(120), try #require(Meter("3/4")), onBeat: 6)
    #expect(place(three, 6) == [1, 2] && place(three, 7) == [2, 0] && place(three, 10) == [3, 0])
    let two = four.changed(to: Tempo(120), try #require(Meter("2/4")), onBeat: 7)
    #expect(place(two, 7) == [2, 1] && place(two, 8) == [3, 0] && place(two, 5) == [1, 1])
    // A beat of 6/8 is a quarter and a half.
    let compound = four.changed(to: Tempo(80), try #require(Meter("6/8")), onBeat: 4)
    #expect(compound.startQuarter == 4 && compound.quarter(ofBeat: 6) == 7)
    #expect(compound.frame(ofQuarter: 7) == 4 * 24_000 + 2 * 36_000)
    #expect(place(compound, 6) == [2, 0])
  }
}
