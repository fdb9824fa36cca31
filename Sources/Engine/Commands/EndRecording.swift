// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineCommand {
  /// Ends the recording that ``record(_:)`` began.
  struct EndRecording: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "recording.stop"
    static let timing = Timing.reached
    static let isForGuests = true
    var command: EngineCommand { .endRecording }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      guard control.extra.isRecording else {
        throw EngineError(
          "end the recording", reason: "no recording was begun while playing",
          advice: "one that began with the playing ends with it")
      }
      control.extra.end()
    }
  }
}
