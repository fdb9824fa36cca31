// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The MIDI clocks of a tempo: 24 a quarter note, on the frames of the metronome. When the tempo
/// changes, they continue without a jump, as the metronome does.
struct BeatSender {
  /// Older clocks are dropped: a machine that slept has missed them.
  private static let mostBehindSeconds = 0.5

  /// A change that takes effect at a frame: the distance of clocks, or nil for silence.
  private struct Change {
    let frame: Double
    let framesPerClock: Double?
  }

  private var nextFrame: Double
  private var framesPerClock: Double
  private var changes: [Change] = []
  /// No clock comes before the start message.
  private let startSeconds: Double
  /// All clocks have been sent.
  private(set) var isOver = false
  /// No other tempo follows.
  private(set) var isEnding = false

  /// The clocks of a tempo, from its frame on.
  init(_ tempo: EngineEvent.Tempo, rateHz: Int, startSeconds: Double) {
    nextFrame = Double(tempo.frame)
    framesPerClock = Self.framesPerClock(tempo, rateHz)
    self.startSeconds = startSeconds
  }

  private static func framesPerClock(_ tempo: EngineEvent.Tempo, _ rateHz: Int) -> Double {
    60 / (tempo.beatsPerMinute * tempo.meter.quartersPerBeat) * Double(rateHz)
      / Double(MIDIController.clocksPerQuarter)
  }

  /// From its frame on another tempo holds, or the metronome is silent.
  mutating func change(to tempo: EngineEvent.Tempo, rateHz: Int) {
    isEnding = !tempo.isClicking
    changes.append(
      Change(
        frame: Double(tempo.frame),
        framesPerClock: isEnding ? nil : Self.framesPerClock(tempo, rateHz)))
    carryOutChanges()
  }

  /// Stretches the time that is left until the next clock by the change of tempo.
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

  /// When the next clock is due; nil if there is none, or if its time is unknown.
  func nextSeconds(clock: HitSender.Clock) -> Double? {
    isOver ? nil : clock(Int(nextFrame.rounded())).map { max($0, startSeconds) }
  }

  /// The times of all clocks before `seconds` that were not returned before.
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
