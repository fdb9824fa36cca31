// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineCommand {
  /// Picks the instrument of a MIDI channel, from the next note on.
  public struct ChooseInstrument: Codable, Sendable, Equatable {
    /// The channel, 1...16; missing for 1.
    public var channel: Int?
    /// Its place in General MIDI's list, 1...128: 1 is the grand piano.
    public var program: Int

    /// An instrument for a channel.
    public init(channel: Int? = nil, program: Int) {
      (self.channel, self.program) = (channel, program)
    }
  }
}

extension EngineCommand.ChooseInstrument: ControlCommand, PreparedCommand {
  static let name = "instrument"
  static let timing = EngineCommand.Timing.never("the next note plays on it")
  static let isForGuests = true
  var command: EngineCommand { .chooseInstrument(self) }

  func check(_ control: EngineControl) throws(EngineError) {
    let operation = "pick instrument \(program)"
    try control.checkInstruments(operation)
    try EngineControl.check(channel: channel ?? 1, operation)
    guard PlayedInstruments.programs.contains(program) else {
      throw EngineError(
        operation, reason: "General MIDI has no such instrument", advice: "give one in 1...128")
    }
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    control.instruments?.choose(program, channel: channel ?? 1)
  }
}
