// SPDX-License-Identifier: GPL-3.0-or-later
import Measuring

/// Lessons while it plays.
extension EngineControl {
  /// Holds the playing for a lesson, or says why that is not possible.
  func beginLesson() throws(EngineError) -> InputTap {
    guard case .playing = phase, live.loop.isRunning else {
      throw EngineError(
        "hear a lesson", reason: "nothing is played", advice: "start to play")
    }
    guard let tap = live.holdForLesson() else {
      throw EngineError(
        "hear a lesson", reason: "another lesson or a sweep is heard",
        advice: "wait until it has ended")
    }
    return tap
  }

  /// How long a spoken line can be heard after its end, in addition to the buffers' delay.
  private static let echoSeconds = 0.4

  /// Says samples of the loop's rate.
  func say(_ samples: [Float]) throws(EngineError) {
    let operation = "say something"
    guard case .playing = phase, live.loop.isRunning else {
      throw EngineError(operation, reason: "nothing is played", advice: "start to play")
    }
    guard !live.isSweeping else {
      throw EngineError(
        operation, reason: "a sweep is heard", advice: "wait until it has ended")
    }
    let loop = live.loop
    live.say(
      SpokenLine(
        samples, tailFrames: loop.delayFrames + Int(Self.echoSeconds * Double(loop.rateHz))))
  }

  /// Lets the playing go on.
  mutating func endLesson() {
    live.endLesson()
    hitLesson.renew()
  }

  /// Reports the state of a lesson in which hits teach a sound again; it waits while another lesson
  /// holds the playing.
  mutating func takeLesson() {
    for event in lessonEvents.take().events { hitLesson.take(event, in: self.events.state) }
    guard !live.isTeaching else { return }
    for lesson in hitLesson.takeUnreported() { events.publish(.lesson(lesson)) }
  }
}
