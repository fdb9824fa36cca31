// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Sequencing

@Suite struct MusicalClockTests {
  private func tempo(_ beatsPerMinute: Double, isClicking: Bool = true) -> PlayedTempo {
    var tempo = PlayedTempo()
    (tempo.beatsPerMinute, tempo.isClicking) = (beatsPerMinute, isClicking)
    return tempo
  }

  private func clock(_ beatsPerMinute: Double, atFrame frame: Int, rateHz: Int = 48_000)
    -> MusicalClock
  {
    var clock = MusicalClock(sampleRateHz: rateHz)
    clock.set(tempo(beatsPerMinute), atFrame: frame)
    return clock
  }

  @Test("beats are counted as the metronome counts them")
  func beats() throws {
    var clock = clock(120, atFrame: 1000)
    #expect(clock.position(atFrame: 1000) == MusicalClock.Position(bar: 0, beat: 0))
    #expect(clock.position(atFrame: 1000 + 36_000)?.beat == 1.5)
    #expect(clock.position(atFrame: 1000 + 4 * 24_000) == MusicalClock.Position(bar: 1, beat: 0))
    #expect(
      clock.nextBeat(fromFrame: 0) == MusicalClock.Beat(number: 0, frame: 1000, isFirst: true))
    #expect(
      clock.nextBeat(fromFrame: 1001)
        == MusicalClock.Beat(number: 1, frame: 25_000, isFirst: false))
    #expect(
      clock.nextBeat(fromFrame: 1000 + 3 * 24_000 + 1)
        == MusicalClock.Beat(number: 4, frame: 1000 + 4 * 24_000, isFirst: true))
    // 100 frames are 2.08 ms; a sixteenth is 6000 frames.
    let late = try #require(clock.secondsLate(atFrame: 1000 + 6100, stepsPerBeat: 4))
    #expect(abs(late - 100 / 48_000) < 1e-9)
    let early = try #require(clock.secondsLate(atFrame: 900, stepsPerBeat: 4))
    #expect(abs(early + 100 / 48_000) < 1e-9)
    // Half a beat before the next one, which comes twice as soon.
    clock.set(tempo(240), atFrame: 1000 + 12_000)
    #expect(clock.position(atFrame: 1000 + 12_000)?.beat == 0.5)
    #expect(clock.position(atFrame: 1000 + 12_000 + 6000)?.beat == 1)
    #expect(clock.position(atFrame: 1000 + 6000)?.beat == 0.25)
    clock.set(tempo(240, isClicking: false), atFrame: 50_000)
    #expect(clock.position(atFrame: 49_999) != nil && clock.position(atFrame: 50_000) == nil)
    #expect(clock.stopFrame == 50_000 && !clock.isRunning)
    #expect(clock.nextBeat(fromFrame: 49_500) == nil)
    #expect(clock.secondsLate(atFrame: 60_000, stepsPerBeat: 4) == nil)
  }

  @Test("no beat is counted twice or left out, whatever is changed in between")
  func changes() {
    var clock = clock(83.2, atFrame: 0, rateHz: 44_100)
    clock.set(tempo(391), atFrame: 100_003)
    clock.set(tempo(391), atFrame: 100_004)
    clock.set(tempo(21), atFrame: 300_001)
    clock.set(tempo(333), atFrame: 900_000)
    var frame = -1
    for number in 0..<5000 {
      guard let beat = clock.nextBeat(fromFrame: frame + 1) else {
        Issue.record("no beat behind \(frame)")
        return
      }
      #expect(beat.number == number && beat.frame > frame && beat.isFirst == (number % 4 == 0))
      let exact = clock.frame(ofBeat: Double(number)) ?? 0
      #expect((0..<1).contains(Double(beat.frame) - exact), "\(number)")
      frame = beat.frame
    }
  }

  @Test("a song of a thousand changes on beats ends where the sum of its beats says")
  func song() throws {
    var clock = MusicalClock(sampleRateHz: 48_000)
    clock.start(Tempo(60), .common, atFrame: 0)
    var beat = 0
    var seconds = 0.0
    var lost = 0.0
    for step in 1...1000 {
      let before = 60 + Double((step - 1) * 37 % 300)
      // Summed up without loss (Kahan).
      let added = 7 * 60 / before - lost
      let sum = seconds + added
      (lost, seconds) = ((sum - seconds) - added, sum)
      beat += 7
      let meter = try #require(Meter(step % 2 == 0 ? "4/4" : "7/4"))
      clock.change(to: Tempo(60 + Double(step * 37 % 300)), meter, onBeat: beat)
      let frame = try #require(clock.frame(ofBeat: Double(beat)))
      #expect(abs(frame - 48_000 * seconds) < 1e-4, "\(step)")
    }
    // The first beats are still where they were.
    #expect(clock.frame(ofBeat: 3) == 144_000)
    #expect(clock.position(atFrame: 144_000) == MusicalClock.Position(bar: 0, beat: 3))
    #expect(clock.beat(atFrame: 7 * 48_000) == 7)
  }

  @Test("quarters are counted on when the meter changes")
  func quarters() throws {
    var clock = MusicalClock(sampleRateHz: 48_000)
    clock.start(Tempo(120), .common, atFrame: 0)
    clock.change(to: Tempo(80), try #require(Meter("6/8")), atFrame: 36_000)
    // A beat and a half are over; the half that is left is a half of a dotted quarter now.
    #expect(clock.frame(ofQuarter: 1) == 24_000)
    let second = try #require(clock.frame(ofQuarter: 1.5 + 0.75))
    #expect(abs(second - 36_000 - 18_000) < 1e-6)
    #expect(clock.nextBeat(fromFrame: 36_001)?.frame == 54_000)
  }

  @Test("a restarted clock counts from a new bar; one that was never started knows nothing")
  func again() {
    var clock = clock(120, atFrame: 0)
    clock.stop(atFrame: 100_000)
    clock.start(Tempo(60), .common, atFrame: 200_000)
    #expect(clock.frame(ofBeat: 1) == 248_000 && clock.beat(atFrame: 150_000) == nil)
    #expect(
      clock.nextBeat(fromFrame: 99_999)
        == MusicalClock.Beat(number: 0, frame: 200_000, isFirst: true))
    #expect(clock.position(atFrame: 24_000)?.beat == 1)
    let idle = MusicalClock(sampleRateHz: 48_000)
    #expect(idle.frame(ofBeat: 0) == nil && idle.nextBeat(fromFrame: 0) == nil && !idle.isRunning)
    #expect(idle.secondsLate(atFrame: 0, stepsPerBeat: 4) == nil && idle.stopFrame == nil)
  }
}
