// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The state of a lesson for which the playing waits.
struct HeldLesson: Sendable {
  private(set) var told: EngineEvent.Lesson
  /// Hits of the sound that were heard, and those before the current request.
  private var (heard, before) = (0, 0)

  init(sound: String, pad: String?) {
    told = EngineEvent.Lesson(sound: sound, pad: pad, isHolding: true)
  }

  /// Takes in an event of the learner.
  mutating func take(_ event: LiveLearner.Event) {
    switch event {
    case .quiet(let seconds):
      told = told.next(.quiet)
      told.seconds = seconds
    case .background(let background):
      told = told.next(.background)
      told.decibels = background.decibels
    case .hitHard(let count):
      (heard, before) = (0, 0)
      told = told.next(.hard)
      (told.count, told.heard) = (count, 0)
    case .level(let level):
      told = told.next(.level)
      (told.decibels, told.verdict) = (level.hardestDecibels, "\(level.verdict)")
    case .countIn(_, let seconds):
      (heard, before) = (0, 0)
      told = told.next(.countIn)
      told.seconds = seconds
    case .tap(_, let manner, let count):
      before = heard
      told = told.asking(manner, count: count)
    case .heard(let count, let peakDecibels):
      heard = count
      told = told.hearing(heard - before, peakDecibels: peakDecibels)
    case .taught(_, let hits, _, let hardestDecibels):
      told = told.taught(hits: hits, hardestDecibels: hardestDecibels)
    case .nothingHeard: told = told.next(.nothingHeard)
    }
  }

  /// It is over.
  mutating func end() { told = told.next(.ended) }
}
