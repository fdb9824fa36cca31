// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The clocks of a tempo: 24 a quarter, on the frames of the metronome. Where the tempo changes they go on, as the metronome
/// does.
struct BeatSender {
  /// No more than so many are behind: a machine that slept has missed them.
  private static let mostBehindSeconds = 0.5

  /// What holds from a frame on: how far clocks are apart, or nil for no more.
  private struct Change {
    let frame: Double
    let framesPerClock: Double?
  }

  private var nextFrame: Double
  private var framesPerClock: Double
  private var changes: [Change] = []
  /// No clock comes before the start was told.
  private let startSeconds: Double
  /// All clocks were given.
  private(set) var isOver = false
  /// No other tempo follows.
  private(set) var isEnding = false

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

  /// Another tempo holds from its frame on, or the metronome is silent.
  mutating func change(to tempo: EngineEvent.Tempo, rateHz: Int) {
    isEnding = !tempo.isClicking
    changes.append(
      Change(
        frame: Double(tempo.frame),
        framesPerClock: isEnding ? nil : Self.framesPerClock(tempo, rateHz)))
    carryOutChanges()
  }

  /// What was left until the next clock is as much longer or shorter as the tempo says.
  private mutating func carryOutChanges() {
    while let change = changes.first, nextFrame >= change.frame {
      changes.removeFirst()
      guard let frames = change.framesPerClock else {
        isOver = true
        return
      }
      nextFrame = change.frame + (nextFrame - change.frame) * frames / framesPerClock
      framesPerClock = frames
    }
  }

  /// When the next clock is due; nil where there is none, or its time is not known.
  func nextSeconds(clock: HitSender.Clock) -> Double? {
    isOver ? nil : clock(Int(nextFrame.rounded())).map { max($0, startSeconds) }
  }

  /// Times of the clocks that come before `seconds` and were not given before.
  mutating func ticks(beforeSeconds seconds: Double, clock: HitSender.Clock) -> [Double] {
    var ticks: [Double] = []
    while let tick = nextSeconds(clock: clock), tick < seconds {
      nextFrame += framesPerClock
      carryOutChanges()
      if tick > seconds - Self.mostBehindSeconds { ticks.append(tick) }
    }
    return ticks
  }
}
