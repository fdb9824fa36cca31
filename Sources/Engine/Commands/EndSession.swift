// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineCommand {
  /// Ends the session in progress, which is closed a moment later.
  struct EndSession: PlainCommand, ControlCommand, PreparedCommand {
    static let name = "session.stop"
    static let timing = Timing.reached
    static let isForGuests = true
    var command: EngineCommand { .endSession }

    func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
      let operation = "end the session"
      guard let journals = control.live.journals, journals.journal != nil, !journals.isClosing
      else {
        throw EngineError(
          operation, reason: "no session is being kept", advice: "there is nothing to end")
      }
      guard journals.mix != nil else {
        throw EngineError(
          operation, reason: "it began with the playing", advice: "end the playing")
      }
      control.endSession(journals)
    }
  }
}
