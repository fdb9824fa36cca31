// SPDX-License-Identifier: GPL-3.0-or-later
import Measuring

extension EngineCommand {
  /// A sweep, once it is quiet.
  struct Sweep: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "sweep"
    static let timing = Timing.never("it begins when it is quiet")
    static let isForGuests = true
    static let meaning: String? = "measure anew how your loudspeakers return; be quiet"
    static let answer: String? = "a sweep of two seconds: please wait, and be quiet"
    var command: EngineCommand { .sweep }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      func impossible(_ reason: String, _ advice: String) -> EngineError {
        EngineError("play a sweep", reason: reason, advice: advice)
      }
      let (live, performance) = (control.live, control.live.performance)
      guard case .playing = control.phase, performance.settings.feedback != nil else {
        throw impossible(
          "nothing can return", "play on loudspeakers and hear them with a microphone")
      }
      let snapshot = performance.snapshot
      guard
        snapshot.soundingVoices == 0 && !snapshot.isRoomHeard && !performance.tempo.isClicking
          && control.events.state.backing == nil
      else {
        throw impossible(
          "something still sounds", "stop click and backing, and wait until it is quiet")
      }
      guard live.hold(for: EchoSweep(sampleRateHz: live.loop.rateHz)) else {
        throw impossible("one is being played", "wait two seconds")
      }
    }
  }
}
