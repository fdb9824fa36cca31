// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Measuring

extension EngineCommand {
  /// A sweep, once the drums are silent.
  struct Sweep: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "sweep"
    static let timing = Timing.never("it begins when it is quiet")
    static let isForGuests = true
    static let meaning: String? = "measure again how your loudspeakers return; be quiet"
    static let answer: String? = "a sweep of two seconds: please wait, and be quiet"
    static var effect: (any PerformanceCommand.Type)? { EchoPath.self }
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
        snapshot.soundingVoices == 0 && !snapshot.isReturnHeard && !performance.tempo.isClicking
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

/// A measured echo path, used from now on.
extension EchoPath: PerformanceCommand {
  static var name: String { EngineCommand.Sweep.name }
  static var clock: JournalEntry.Clock { .pause }
  var operation: String { "expect how the drums return" }

  func checkBounds() throws(EngineError) {
    guard isPossible else {
      throw EngineError(
        operation, reason: "no room returns drums as it says", advice: "measure it again")
    }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.audioSide.instrument.pointee.expectReturn(along: self)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .echo(EngineEvent.Echo(self))
  }
}
