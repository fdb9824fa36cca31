// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Profiles

/// The messages to the player while sounds are taught.
package struct LiveLessonText {
  /// The controls of the card are turned for the player.
  let setsLevel: Bool

  package init(setsLevel: Bool) { self.setsLevel = setsLevel }

  /// The lines for a message.
  package func lines(_ message: LiveLesson.Message) -> [String] {
    switch message {
    case .begins: ["Put the microphone near what you hit, and be quiet between the hits."]
    case .step(let event): Self.lines(event)
    case .background(let background, let capture):
      advice(capture).lines(background)
    case .level(let level, let background, let capture):
      advice(capture).lines(level, background: background)
    case .proposal(let changes, let gainDecibels, let capture):
      advice(capture).proposals(changes, gainDecibels: gainDecibels)
    case .turned(let change, let capture): [advice(capture).report(change)]
    case .again: ["  Then hit hard again; Return goes on as it is."]
    case .device(let device):
      [DeviceText(rateHz: 48_000, still: "The lesson waits").line(device)]
    case .ends(let sounds, let seconds):
      ["", "Heard \(sounds) sounds in \(Int(seconds.rounded())) s."]
    }
  }

  private func advice(_ capture: LiveLesson.CaptureState) -> LevelAdvice {
    LevelAdvice(capture, setsLevel: setsLevel)
  }

  /// The lines for a step; empty if other messages cover it.
  private static func lines(_ event: LiveLearner.Event) -> [String] {
    switch event {
    case .quiet(let seconds): ["", "Quiet, please: the room is measured for \(seconds) s."]
    case .hitHard(let count): ["", "Hit \(times(count)), as hard as you would when playing."]
    case .countIn(let label, LiveLearner.countInSeconds):
      ["", "Next: \(SoundPair.request(forSound: label)).  \(LiveLearner.countInSeconds)…"]
    case .countIn(_, let seconds): ["  \(seconds)…"]
    case .tap(let label, let manner, let count): ["  \(call(label, manner, count))"]
    case .heard(let count, let peakDecibels):
      [
        "  \("\(count)".padded(toRight: 2)) "
          + "\(LevelLine(name: "", amplitude: Units.amplitude(decibels: peakDecibels)))"
      ]
    case .taught(let label, let hits, let softest, let hardest):
      ["  \(label): \(hits) hits, \(softest.text(places: 0)) to \(hardest.text(places: 0)) dBFS."]
    case .nothingHeard(let label):
      ["  I heard no \(label). Wait for \"Now\", then tap."]
    case .background, .level: []
    }
  }

  private static func call(_ label: String, _ manner: LiveLearner.Manner, _ count: Int) -> String {
    switch manner {
    case .softly: "Now: \(SoundPair.request(forSound: label)) softly, \(times(count))."
    case .hard: "Now hard, \(times(count))."
    case .freely: "Now as you like, \(times(count))."
    }
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    case 3: "three times"
    default: "\(count) times"
    }
  }
}
