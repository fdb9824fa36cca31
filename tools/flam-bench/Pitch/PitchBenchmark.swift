// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// Pitch: how far ours and aubio's readings of tones are off, which notes of hummed lines are found, and what a reading costs.
struct PitchBenchmark {
  private static let rateHz = 48_000
  private static let noiseDecibels = 20.0
  /// Of tones alone every reading, and over noise 95 of 100, are within so many cents.
  private static let targetCents = 5.0
  /// Of hummed notes.
  private static let (targetNoteCents, targetOnsetMilliseconds) = (10.0, 40.0)

  let isQuick: Bool

  /// Prints the figures; true if ours meet the targets.
  func run() -> Bool {
    let areMet = [tones(), lines(), cost()]
    return areMet.allSatisfy(\.self)
  }

  private var hopFrames: Int { PitchTracker(sampleRateHz: Float(Self.rateHz)).hopFrames }

  private func readings(_ samples: [Float]) -> [Float] {
    var tracker = PitchTracker(sampleRateHz: Float(Self.rateHz))
    var readings: [Float] = []
    for sample in samples where tracker.hear(sample) {
      readings.append(tracker.reading.isTone ? tracker.reading.frequencyHz : 0)
    }
    return readings
  }

  private func tones() -> Bool {
    let steps = isQuick ? 12 : 48
    let frequencies = (0...steps).map { 60 * pow(1000 / 60, Double($0) / Double(steps)) }
    // Those that look at nothing but the tone, of both.
    let first =
      (max(AubioPitch.windowFrames, PitchTracker(sampleRateHz: Float(Self.rateHz)).latencyFrames)
        + Self.rateHz / 30) / hopFrames
    print(
      "pitch: \(frequencies.count) frequencies from 60 to 1000 Hz; off by: the middle reading, 95 of 100, the worst"
    )
    if AubioPitch(.yinfft, hopFrames: hopFrames, sampleRateHz: Self.rateHz) == nil {
      print("  aubio is not there: apt install libaubio5")
    }
    var isMet = true
    for noise in [.infinity, Self.noiseDecibels] {
      for tone in HarmonicTone.allCases {
        let takes = frequencies.map { hertz in
          tone.samples(
            hertz: hertz, seconds: 0.25, noiseDecibels: noise, seed: UInt64(10 * hertz))
        }
        let ours = errors(takes, frequencies, first) { readings($0) }
        let name = "\(tone.rawValue)\(noise.isFinite ? " over noise" : "")"
        print("  \(name.padded(to: 27)) ours   \(ours.text)")
        for method in AubioPitch.Method.allCases {
          guard let aubio = AubioPitch(method, hopFrames: hopFrames, sampleRateHz: Self.rateHz)
          else { continue }
          let theirs = errors(takes, frequencies, first) { aubio.readings($0) }
          print("  \(name.padded(to: 27)) \(method.rawValue.padded(to: 6)) \(theirs.text)")
        }
        let judged = ours.cents(atShare: noise.isFinite ? 0.95 : 1)
        if judged > Self.targetCents || ours.wrong > 0 { isMet = false }
      }
    }
    return verdict("within 5 cents, no octave wrong", isMet)
  }

  private func errors(
    _ takes: [[Float]], _ frequencies: [Double], _ first: Int, _ hear: ([Float]) -> [Float]
  ) -> PitchErrors {
    var errors = PitchErrors()
    for (samples, hertz) in zip(takes, frequencies) {
      errors.add(hear(samples).dropFirst(first), of: hertz)
    }
    return errors
  }

  private func lines() -> Bool {
    var isMet = true
    for (name, line) in SungLine.examples {
      let rate = Double(Self.rateHz)
      let heard = notes(line.samples(sampleRateHz: rate))
      let pairs = zip(heard, line.notes)
      let cents = pairs.map {
        abs(1200 * log2(Double($0.frequencyHz) / SungLine.hertz($1.key)))
      }.max()
      let late = pairs.map { 1000 * (Double($0.onsetFrame) / rate - $1.onsetSeconds) }.sorted()
      let (least, most) = (late.first ?? 0, late.last ?? 0)
      print(
        "pitch: \(name): \(heard.count) of \(line.notes.count) notes; at most \((cents ?? 0).text(places: 1)) cents off; "
          + "onsets \(least.text(places: 0)) to \(most.text(places: 0)) ms late")
      if heard.count != line.notes.count || (cents ?? .infinity) > Self.targetNoteCents
        || max(-least, most) > Self.targetOnsetMilliseconds
      {
        isMet = false
      }
    }
    return verdict("every note of the lines, within 10 cents and 40 ms", isMet)
  }

  private func notes(_ samples: [Float]) -> [SungNote] {
    var tracker = PitchTracker(sampleRateHz: Float(Self.rateHz))
    var follower = NoteFollower(tracker, sampleRateHz: Float(Self.rateHz))
    var notes: [SungNote] = []
    for sample in samples where tracker.hear(sample) {
      if let note = follower.follow(tracker.reading) { notes.append(note) }
    }
    if let note = follower.finish() { notes.append(note) }
    return notes
  }

  /// The time that a reading takes, the shortest of several runs.
  private func cost() -> Bool {
    let samples = HarmonicTone.saw.samples(hertz: 150, seconds: isQuick ? 1 : 4)
    func microseconds(_ hear: () -> Int) -> Double {
      (0..<5).map { _ in
        let start = Self.threadSeconds
        let count = hear()
        return 1e6 * (Self.threadSeconds - start) / Double(count)
      }.min() ?? 0
    }
    let ours = microseconds { readings(samples).count }
    var theirs: Double?
    if let aubio = AubioPitch(.yinfft, hopFrames: hopFrames, sampleRateHz: Self.rateHz) {
      theirs = microseconds { aubio.readings(samples).count }
    }
    let tracker = PitchTracker(sampleRateHz: Float(Self.rateHz))
    let milliseconds = 1000 * Double(tracker.latencyFrames) / Double(Self.rateHz)
    print(
      "pitch: a reading takes \(ours.text(places: 1)) microseconds"
        + (theirs.map { ", aubio's \($0.text(places: 1))" } ?? "")
        + "; it comes within \(tracker.latencyFrames) frames, \(milliseconds.text(places: 0)) ms")
    return verdict("a reading takes less than a tenth of a block of 64 frames", ours < 133)
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
