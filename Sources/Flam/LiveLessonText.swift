// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Profiles

/// What the player is told while sounds are taught.
enum LiveLessonText {
  /// The line for an event; nil where others speak of it.
  static func line(_ event: LiveLearner.Event) -> String? {
    switch event {
    case .quiet(let seconds): "\nQuiet, please: the room is measured for \(seconds) s."
    case .hitHard(let count): "\nHit as hard as you ever will, \(count) times."
    case .countIn(let label, let seconds):
      seconds == LiveLearner.countInSeconds ? "\nNext: \(label).  \(seconds)…" : "  \(seconds)…"
    case .tap(let label, let manner, let count): "  \(call(label, manner, count))"
    case .heard(let count, let peakDecibels):
      "  \("\(count)".padded(toRight: 2)) "
        + "\(LevelLine(name: "", amplitude: Units.amplitude(decibels: peakDecibels)))"
    case .taught(let label, let hits, let softest, let hardest):
      "  \(label): \(hits) hits, \(softest.text(places: 0)) to \(hardest.text(places: 0)) dBFS."
    case .nothingHeard(let label):
      "  Too few hits of \(label) were heard. Once more, a little harder or nearer."
    case .background, .level: nil
    }
  }

  private static func call(_ label: String, _ manner: LiveLearner.Manner, _ count: Int) -> String {
    let times = count == 1 ? "once" : "\(count) times"
    return switch manner {
    case .softly: "Now: \(label) softly, \(times)."
    case .hard: "Now hard, \(times)."
    case .freely: "Now as you like, \(times)."
    }
  }
}

extension LiveLearner.Event {
  /// A step ends with it.
  var isEnding: Bool {
    switch self {
    case .background, .level, .taught, .nothingHeard: true
    case .quiet, .hitHard, .countIn, .tap, .heard: false
    }
  }
}
