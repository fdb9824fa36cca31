// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The state of a lesson for which the playing waits.
struct HeldLesson: Sendable {
  private(set) var reported: EngineEvent.Lesson
  /// Hits of the sound that were heard, and those before the current request.
  private var (heard, before) = (0, 0)

  init(sound: String, pad: String?) {
    reported = EngineEvent.Lesson(sound: sound, pad: pad, isHolding: true)
  }

  /// Takes in an event of the learner.
  mutating func take(_ event: LiveLearner.Event) {
    switch event {
    case .quiet(let seconds):
      reported = reported.next(.quiet)
      reported.seconds = seconds
    case .background(let background):
      reported = reported.next(.background)
      reported.decibels = background.decibels
    case .hitHard(let count):
      (heard, before) = (0, 0)
      reported = reported.next(.hard)
      (reported.count, reported.heard) = (count, 0)
    case .level(let level):
      reported = reported.next(.level)
      (reported.decibels, reported.verdict) = (level.hardestDecibels, "\(level.verdict)")
    case .countIn(_, let seconds):
      (heard, before) = (0, 0)
      reported = reported.next(.countIn)
      reported.seconds = seconds
    case .tap(_, let manner, let count):
      before = heard
      reported = reported.asking(manner, count: count)
    case .heard(let count, let peakDecibels):
      heard = count
      reported = reported.hearing(heard - before, peakDecibels: peakDecibels)
    case .taught(_, let hits, _, let hardestDecibels):
      reported = reported.taught(hits: hits, hardestDecibels: hardestDecibels)
    case .nothingHeard: reported = reported.next(.nothingHeard)
    }
  }

  /// It is over.
  mutating func end() { reported = reported.next(.ended) }
}
