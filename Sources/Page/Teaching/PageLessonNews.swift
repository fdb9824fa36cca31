// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// What a page is told of the lesson of a new sound: a step, and what belongs to it.
struct PageLessonNews: Encodable {
  /// What is asked for, what was heard, or how it ended.
  enum Step: String, Encodable {
    case quiet, background, hard, level, countIn, tap, heard, taught, nothingHeard, over
  }

  let event = "lesson"
  let step: Step
  var sound: String?
  var seconds: Int?
  /// "softly", "hard" or "freely".
  var manner: String?
  var count: Int?
  var decibels: Float?
  /// Of a level: "good", "soft", "muchTooSoft", "loud", "clipped" or "unheard".
  var verdict: String?

  /// The lesson is over, and the playing goes on.
  static let over = PageLessonNews(.over)

  private init(_ step: Step) { self.step = step }

  init(_ event: LiveLearner.Event) {
    switch event {
    case .quiet(let seconds):
      self.init(.quiet)
      self.seconds = seconds
    case .background(let background):
      self.init(.background)
      decibels = background.decibels
    case .hitHard(let count):
      self.init(.hard)
      self.count = count
    case .level(let level):
      self.init(.level)
      (decibels, verdict) = (level.hardestDecibels, "\(level.verdict)")
    case .countIn(let label, let seconds):
      self.init(.countIn)
      (sound, self.seconds) = (label, seconds)
    case .tap(let label, let manner, let count):
      self.init(.tap)
      (sound, self.manner, self.count) = (label, "\(manner)", count)
    case .heard(let count, let peakDecibels):
      self.init(.heard)
      (self.count, decibels) = (count, peakDecibels)
    case .taught(let label, let hits, _, let hardestDecibels):
      self.init(.taught)
      (sound, count, decibels) = (label, hits, hardestDecibels)
    case .nothingHeard(let label):
      self.init(.nothingHeard)
      sound = label
    }
  }
}
