// SPDX-License-Identifier: GPL-3.0-or-later

/// Lessons while it plays.
extension EngineControl {
  /// Holds the playing for a lesson, or says why it cannot be.
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
}
