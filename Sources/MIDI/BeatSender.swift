// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The clocks of a tempo: 24 a beat, on the frames of the metronome.
struct BeatSender {
  /// No more than so many are behind: a machine that slept has missed them.
  private static let mostBehindSeconds = 0.5

  private let firstFrame: Int
  private let framesPerClock: Double
  private var sentCount = 0

  /// The clocks of a tempo from its frame on; nil where there is no rate.
  init?(_ tempo: EngineEvent.Tempo, rateHz: Int?) {
    guard let rateHz, tempo.beatsPerMinute > 0 else { return nil }
    firstFrame = tempo.frame
    framesPerClock =
      60 / tempo.beatsPerMinute * Double(rateHz) / Double(MIDIController.clocksPerQuarter)
  }

  /// Times of the clocks that come before `seconds` and were not given before.
  mutating func ticks(beforeSeconds seconds: Double, clock: HitSender.Clock) -> [Double] {
    var ticks: [Double] = []
    while let tick = clock(firstFrame + Int((Double(sentCount) * framesPerClock).rounded())),
      tick < seconds
    {
      sentCount += 1
      if tick > seconds - Self.mostBehindSeconds { ticks.append(tick) }
    }
    return ticks
  }
}
