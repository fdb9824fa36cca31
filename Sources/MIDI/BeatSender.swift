// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sequencing

/// The clocks of a tempo: 24 a quarter, on the frames of the musical clock.
struct BeatSender {
  /// A longer delay means that the machine slept and missed the clocks.
  private static let mostBehindSeconds = 0.5

  private var beats: MusicalClock
  /// The next clock, counted from 0 at the beginning of the beat.
  private var nextClock = 0
  /// No clock comes before the start message.
  private let startSeconds: Double

  /// The clocks of a tempo from its frame on.
  init(_ tempo: EngineEvent.Tempo, rateHz: Int, startSeconds: Double) {
    beats = MusicalClock(sampleRateHz: rateHz)
    beats.take(tempo, rateHz: rateHz)
    self.startSeconds = startSeconds
  }

  /// Another tempo holds from its frame on, or the metronome is silent.
  mutating func change(to tempo: EngineEvent.Tempo, rateHz: Int) {
    beats.take(tempo, rateHz: rateHz)
  }

  /// No other tempo follows.
  var isEnding: Bool { !beats.isRunning }
  /// All clocks were given.
  var isOver: Bool { nextFrame == nil }

  /// The output frame of the next clock; nil if there is none.
  private var nextFrame: Double? {
    let quarter = Double(nextClock) / Double(MIDIController.clocksPerQuarter)
    guard let frame = beats.frame(ofQuarter: quarter), frame < Double(beats.stopFrame ?? .max)
    else { return nil }
    return frame
  }

  /// When the next clock is due; nil if there is none, or its time is not known.
  func nextSeconds(clock: HitSender.Clock) -> Double? {
    nextFrame.flatMap { clock(Int($0.rounded())) }.map { max($0, startSeconds) }
  }

  /// Times of the clocks that come before `seconds` and were not given before.
  mutating func ticks(beforeSeconds seconds: Double, clock: HitSender.Clock) -> [Double] {
    var ticks: [Double] = []
    while let tick = nextSeconds(clock: clock), tick < seconds {
      nextClock += 1
      if tick > seconds - Self.mostBehindSeconds { ticks.append(tick) }
    }
    return ticks
  }
}
