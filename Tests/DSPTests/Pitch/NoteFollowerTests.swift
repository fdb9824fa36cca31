// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@Suite struct NoteFollowerTests {
  private func notes(_ samples: [Float], rateHz: Double = 48_000) -> [SungNote] {
    var tracker = PitchTracker(sampleRateHz: Float(rateHz))
    var follower = NoteFollower(tracker, sampleRateHz: Float(rateHz))
    var notes: [SungNote] = []
    for sample in samples where tracker.hear(sample) {
      if let note = follower.follow(tracker.reading) { notes.append(note) }
    }
    if let note = follower.finish() { notes.append(note) }
    return notes
  }

  @Test(
    "a hummed line becomes its notes, within 10 cents and 40 ms",
    arguments: SungLine.examples.indices, [8000, 48_000])
  func lines(index: Int, rateHz: Double) {
    let (name, line) = SungLine.examples[index]
    let heard = notes(line.samples(sampleRateHz: rateHz), rateHz: rateHz)
    #expect(heard.count == line.notes.count, "\(name)")
    for (heard, meant) in zip(heard, line.notes) {
      let cents = 1200 * log2(Double(heard.frequencyHz) / SungLine.hertz(meant.key))
      let late = 1000 * (Double(heard.onsetFrame) / rateHz - meant.onsetSeconds)
      let ends = 1000 * (Double(heard.endFrame) / rateHz - meant.endSeconds)
      #expect(abs(cents) < 10, "\(name) \(meant.key)")
      #expect(abs(late) < 40, "\(name) \(meant.key)")
      #expect(abs(ends) < 40, "\(name) \(meant.key)")
      #expect(heard.levelDecibels > -25 && heard.levelDecibels < -5)
    }
  }

  @Test("notes never overlap", arguments: SungLine.examples.indices)
  func order(index: Int) {
    let heard = notes(SungLine.examples[index].line.samples())
    for (one, next) in zip(heard, heard.dropFirst()) { #expect(one.endFrame <= next.onsetFrame) }
    #expect(heard.allSatisfy { $0.onsetFrame < $0.endFrame })
  }

  @Test("noise, silence and clicks are no notes")
  func nothing() {
    #expect(notes(Signal.noise(count: 480_000, amplitude: 0.3)).isEmpty)
    #expect(notes([Float](repeating: 0, count: 48_000)).isEmpty)
    #expect(notes(Signal.taps(count: 480_000, everyFrames: 12_000)).isEmpty)
  }

  @Test("a tone softer than -54 dBFS is no note")
  func soft() {
    let tone = HarmonicTone.saw.samples(hertz: 220, seconds: 1)
    #expect(notes(tone.map { 0.005 * $0 }).isEmpty)
    #expect(notes(tone.map { 0.02 * $0 }).count == 1)
  }

  @Test("what a room leaves of a note is no other note, but one that is struck in it is")
  func tail() {
    let tone = HarmonicTone.saw.samples(hertz: 220, seconds: 2)
    let faded = tone.enumerated().map { frame, sample in
      frame < 24_000 ? sample : sample * Float(exp2(-4 - Double(frame - 24_000) / 12_000))
    }
    #expect(notes(faded).count == 1)
    let again = faded.enumerated().map { frame, sample in
      frame < 60_000 ? sample : 0.2 * tone[frame]
    }
    #expect(notes(again).count == 2)
  }

  @Test("a note that sounds at the end is kept, with its length")
  func open() throws {
    let heard = notes(HarmonicTone.saw.samples(hertz: 220, seconds: 1))
    let note = try #require(heard.first)
    #expect(heard.count == 1 && abs(note.endFrame - 48_000) <= 240)
    #expect(note.onsetFrame < 1000 && abs(note.frequencyHz - 220) < 0.2)
  }

  @Test("the pitch of a long note is that of its last seconds, to a tenth of a cent")
  func long() throws {
    let heard = notes(HarmonicTone.strongSecond.samples(hertz: 146.83, seconds: 12))
    let note = try #require(heard.first)
    #expect(heard.count == 1)
    #expect(abs(1200 * log2(Double(note.frequencyHz) / 146.83)) < 0.1)
  }

  /// A sine of a frequency for each moment.
  private func sine(seconds: Double, _ hertz: (Double) -> Double) -> [Float] {
    var phase = 0.0
    return (0..<Int(48_000 * seconds)).map { frame in
      phase += hertz(Double(frame) / 48_000) / 48_000
      phase -= phase.rounded(.down)
      return Float(0.2 * sin(2 * .pi * phase))
    }
  }

  @Test("a siren of 4 s leaves the note before it its pitch and its end", arguments: [80.0, 100])
  func siren(semitonesPerSecond: Double) throws {
    // Up and down from 220 to 880 Hz: no pitch settles.
    let samples = sine(seconds: 5) { now in
      guard now >= 1 else { return 100 }
      let way = ((now - 1) * semitonesPerSecond / 24).truncatingRemainder(dividingBy: 2)
      return 220 * pow(4, 1 - abs(way - 1))
    }
    let heard = notes(samples)
    let note = try #require(heard.first)
    #expect(heard.count == 1)
    #expect(abs(1200 * log2(Double(note.frequencyHz) / 100)) < 1)
    #expect(note.onsetFrame < 2000 && abs(note.endFrame - 48_000) < 1000)
  }

  @Test(
    "a note that swells and leaves its pitch at once ends before the next one begins",
    arguments: [(400.0, 449.0, 0.035, 0.005), (800, 898, 0.025, 0.01)])
  func swell(low: Double, high: Double, softSeconds: Double, loudSeconds: Double) throws {
    // Loud only at its end, so that it sets in late, and it is left before that.
    let samples = sine(seconds: 0.8) { now in
      now < 0.2 + softSeconds + loudSeconds ? low : high
    }.enumerated().map { frame, sample in
      let now = Double(frame) / 48_000
      return now < 0.2 || now >= 0.6 ? 0 : now < 0.2 + softSeconds ? 0.15 * sample : sample
    }
    let heard = notes(samples)
    try #require(heard.count == 2)
    #expect(heard[0].onsetFrame < heard[1].onsetFrame)
    #expect(heard[0].endFrame <= heard[1].onsetFrame)
    #expect(abs(1200 * log2(Double(heard[1].frequencyHz) / high)) < 5)
    #expect(abs(heard[1].endFrame - 28_800) < 1000)
  }
}
