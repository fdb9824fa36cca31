// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Sequencing

/// The beats of the musical clock one after the other, as they leave the loudspeaker.
struct BeatTimes: Sendable {
  /// When an output frame leaves the device, in nanoseconds of the monotonic clock; nil where that is not known.
  typealias Clock = (_ frame: Int) -> Int64?

  /// Frames have no time while devices are opened; it is looked for again after this.
  private static let retryNanoseconds: Int64 = 100_000_000
  /// What has been missed by more is not shown any more.
  private static let mostLateNanoseconds: Int64 = 100_000_000

  private var beats: MusicalClock
  private var next: MusicalClock.Beat?
  /// When ``tick(at:clock:)`` has something to do next.
  private(set) var nextTickNanoseconds: Int64

  /// The beats of a clock, from its first on.
  init(_ beats: MusicalClock) {
    self.beats = beats
    next = beats.nextBeat(fromFrame: .min)
    nextTickNanoseconds = next == nil ? .max : 0
  }

  /// Another tempo holds, or the metronome is silent.
  mutating func take(_ tempo: EngineEvent.Tempo, rateHz: Int) {
    beats.take(tempo, rateHz: rateHz)
    next = beats.nextBeat(fromFrame: min(tempo.frame, next?.frame ?? .max))
    nextTickNanoseconds = next == nil ? .max : 0
  }

  /// The beat that is due: whether a bar begins with it. Nil where none is.
  mutating func tick(at now: Int64, clock: Clock) -> Bool? {
    var due: Bool?
    while now >= nextTickNanoseconds, let beat = next {
      guard let time = clock(beat.frame) else {
        nextTickNanoseconds = now + Self.retryNanoseconds
        break
      }
      nextTickNanoseconds = time
      guard time <= now else { break }
      if now - time <= Self.mostLateNanoseconds { due = beat.isFirst }
      next = beats.nextBeat(fromFrame: beat.frame + 1)
      if next == nil { nextTickNanoseconds = .max }
    }
    return due
  }
}
