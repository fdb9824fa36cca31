// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// The metronome's beats, one after the other, when they leave the loudspeaker.
struct BeatTimes: Sendable {
  /// When an output frame leaves the device, in nanoseconds of the monotonic clock; nil if that is
  /// unknown.
  typealias Clock = (_ frame: Int) -> Int64?

  /// While devices are being opened, frames have no time; it asks again after this.
  private static let retryNanoseconds: Int64 = 100_000_000
  /// A beat that is later than this is skipped.
  private static let mostLateNanoseconds: Int64 = 100_000_000

  private var count: BeatCount?
  private var next: (frame: Int, isFirst: Bool)?
  /// When ``tick(at:clock:)`` is due.
  private(set) var nextTickNanoseconds = Int64.max

  /// The tempo changed, or the metronome is silent.
  mutating func take(_ tempo: EngineEvent.Tempo, rateHz: Int) {
    count = BeatCount(tempo, following: count, rateHz: rateHz)
    next = count?.next(afterFrame: tempo.frame - 1)
    nextTickNanoseconds = next == nil ? .max : 0
  }

  /// The beat that is due: true if it begins a bar. Nil if none is due.
  mutating func tick(at now: Int64, clock: Clock) -> Bool? {
    var due: Bool?
    while now >= nextTickNanoseconds, let count, let beat = next {
      guard let time = clock(beat.frame) else {
        nextTickNanoseconds = now + Self.retryNanoseconds
        break
      }
      nextTickNanoseconds = time
      guard time <= now else { break }
      if now - time <= Self.mostLateNanoseconds { due = beat.isFirst }
      next = count.next(afterFrame: beat.frame)
    }
    return due
  }
}
