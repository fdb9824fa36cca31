// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// A lesson in which the next hits teach a sound again, while it plays; collects its events.
struct HitLesson {
  private var lesson: EngineEvent.Lesson?
  /// The remaining requests, the current one first.
  private var parts: [(manner: LiveLearner.Manner, count: Int)] = []
  /// Hits of the sound so far, and those of the current request.
  private var (total, heard) = (0, 0)
  private var hardestDecibels: Float = -.infinity
  private var unreported: [EngineEvent.Lesson] = []

  /// Events that change it.
  static func heeds(_ event: EngineEvent) -> Bool {
    switch event {
    case .hearing(let change): change.learnHits != nil
    case .hit(let message): message.line?.namedSound != nil
    case .profile, .ended: true
    default: false
    }
  }

  /// Takes in an event, and the state after it.
  mutating func take(_ event: EngineEvent, in state: EngineState) {
    switch event {
    case .hearing(let change):
      guard let sound = change.sound, let hits = change.learnHits else { return }
      end()
      if hits > 0 { begin(sound, pad: state.plays(sound), hits: hits) }
    case .hit(let message):
      guard let line = message.line, line.namedSound == lesson?.sound else { return }
      hear(line.peakDecibels)
    case .profile, .ended: end()
    default: break
    }
  }

  /// New events to publish.
  mutating func takeUnreported() -> [EngineEvent.Lesson] {
    defer { unreported = [] }
    return unreported
  }

  /// Publishes its state again, after another lesson.
  mutating func renew() { if let lesson, unreported.isEmpty { unreported.append(lesson) } }

  private mutating func begin(_ sound: String, pad: String?, hits: Int) {
    report(EngineEvent.Lesson(sound: sound, pad: pad, isHolding: false))
    parts = LiveLearner.Manner.parts(hits: hits)
    (total, hardestDecibels) = (0, -.infinity)
    ask()
  }

  private mutating func ask() {
    guard let lesson, let part = parts.first else { return }
    heard = 0
    report(lesson.asking(part.manner, count: part.count))
  }

  private mutating func hear(_ peakDecibels: Float) {
    guard let lesson, let part = parts.first else { return }
    (total, heard) = (total + 1, heard + 1)
    hardestDecibels = max(hardestDecibels, peakDecibels)
    report(lesson.hearing(heard, peakDecibels: peakDecibels))
    guard heard >= part.count else { return }
    parts.removeFirst()
    guard parts.isEmpty else { return ask() }
    report(lesson.taught(hits: total, hardestDecibels: hardestDecibels))
    end()
  }

  private mutating func end() {
    if let lesson { unreported.append(lesson.next(.ended)) }
    lesson = nil
  }

  private mutating func report(_ lesson: EngineEvent.Lesson) {
    self.lesson = lesson
    unreported.append(lesson)
  }
}
