// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Glibc
import Profiles
import Sessions

/// Learning at the microphone: asks for one sound after another and shows what it heard.
struct LiveLesson {
  let labels: [String]
  let hitsPerSound: Int
  let stream: StreamOptions

  /// The sounds as they were tapped; nil where the player broke off.
  func lessons() throws -> [Lesson]? {
    let signals = StopSignals()
    let loop = try AudioLoop(
      input: .capture(device: stream.captureDevice), output: .clock, settings: stream.settings)
    let tap = InputTap(sampleRateHz: loop.rateHz)
    var learner = LiveLearner(
      labels: labels, hitsPerSound: hitsPerSound, sampleRateHz: Float(loop.rateHz))
    try loop.start(tap.handler, keeping: tap)
    defer {
      loop.stop()
      _ = loop.wait()
    }
    Terminal.tell("Put the microphone near what you hit, and be quiet between the hits.")
    var awaitsAnswer = false
    while !signals.wait(milliseconds: 30) {
      guard loop.isRunning else {
        if case .lost(let failure) = loop.wait() { throw failure }
        return nil
      }
      let samples = tap.newSamples()
      if awaitsAnswer {
        guard let answer = Self.newAnswer() else { continue }
        awaitsAnswer = false
        if answer.lowercased().hasPrefix("r") { learner.repeatSound() } else { learner.keep() }
        if learner.lessons.count == labels.count { return learner.lessons }
      } else {
        for event in learner.hear(samples) where tell(event) { awaitsAnswer = true }
      }
    }
    return nil
  }

  /// Says what happens; true where the player is to answer.
  private func tell(_ event: LiveLearner.Event) -> Bool {
    switch event {
    case .countIn(let label, let seconds):
      if seconds == LiveLearner.countInSeconds {
        Terminal.tell("\nNext: \(label).")
      }
      Terminal.tell("  \(seconds)…")
    case .tap(let label):
      Terminal.tell("  Tap your \(label), softly and hard, \(hitsPerSound) times.")
    case .heard(let count, let peakDecibels):
      Terminal.tell(
        "  \(count)  \(LevelLine(name: "", amplitude: Units.amplitude(decibels: peakDecibels)))")
    case .review(let label, let hits, let softest, let hardest):
      Terminal.tell(
        "  \(label): \(hits) hits, \(Int(softest.rounded()))…\(Int(hardest.rounded())) dBFS. "
          + "Return keeps them, r and Return starts this sound again.")
      return true
    case .nothingHeard(let label):
      Terminal.tell(
        "  No \(label) was heard. Is it the right microphone ('flam devices'), and its level up?")
    }
    return false
  }

  /// The line that was typed, if one was; the end of the input counts as Return.
  private static func newAnswer() -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 0) > 0 else { return nil }
    return readLine() ?? ""
  }
}
