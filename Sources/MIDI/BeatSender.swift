// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The clocks of a tempo: 24 a quarter, on the frames of the metronome. Where the tempo changes they go on, as the metronome
/// does.
struct BeatSender {
  /// No more than so many are behind: a machine that slept has missed them.
  private static let mostBehindSeconds = 0.5

  private var nextFrame: Double
  private var framesPerClock: Double
  /// No clock comes before the start was told.
  private let startSeconds: Double

  /// The clocks of a tempo from its frame on.
  init(_ tempo: EngineEvent.Tempo, rateHz: Int, startSeconds: Double) {
    nextFrame = Double(tempo.frame)
    framesPerClock = Self.framesPerClock(tempo, rateHz)
    self.startSeconds = startSeconds
  }

  private static func framesPerClock(_ tempo: EngineEvent.Tempo, _ rateHz: Int) -> Double {
    60 / (tempo.beatsPerMinute * tempo.meter.quartersPerBeat) * Double(rateHz)
      / Double(MIDIController.clocksPerQuarter)
  }

  /// Another tempo holds from its frame on: what is left until the next clock is as much longer or shorter.
  mutating func change(to tempo: EngineEvent.Tempo, rateHz: Int) {
    let frames = Self.framesPerClock(tempo, rateHz)
    let left = nextFrame - Double(tempo.frame)
    if left > 0 { nextFrame = Double(tempo.frame) + left * frames / framesPerClock }
    framesPerClock = frames
  }

  /// When the next clock is due; nil where that is not known.
  func nextSeconds(clock: HitSender.Clock) -> Double? {
    clock(Int(nextFrame.rounded())).map { max($0, startSeconds) }
  }

  /// Times of the clocks that come before `seconds` and were not given before.
  mutating func ticks(beforeSeconds seconds: Double, clock: HitSender.Clock) -> [Double] {
    var ticks: [Double] = []
    while let tick = nextSeconds(clock: clock), tick < seconds {
      nextFrame += framesPerClock
      if tick > seconds - Self.mostBehindSeconds { ticks.append(tick) }
    }
    return ticks
  }
}
