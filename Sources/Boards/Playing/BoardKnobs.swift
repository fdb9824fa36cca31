// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Instrument

/// Turns the positions of knobs into mixer values.
struct BoardKnobs: Sendable {
  private struct Turned {
    let knob: BoardTable.Knob
    /// Nil if the board does not have this input.
    var channel: UInt8?
    /// Its position when it last set something, or when the board connected.
    var value: UInt16?
  }

  /// A potentiometer at rest varies by less, of 1024.
  private static let tremble = 4

  private var knobs: [Turned]

  init(_ table: BoardTable) { knobs = table.knobs.map { Turned(knob: $0) } }

  /// The messages that set up the board's knobs, and the knobs that it cannot have.
  mutating func connect(
    _ board: ConnectedBoard
  ) -> (messages: [FirmataMessage], refusals: [PinNameError]) {
    var messages: [FirmataMessage] = []
    var refusals: [PinNameError] = []
    for index in knobs.indices {
      knobs[index].channel = nil
      knobs[index].value = nil
      do throws(PinNameError) {
        let pin = try board.profile.pin(named: knobs[index].knob.input, for: .analog)
        guard let channel = board.profile.pins[Int(pin)].analogChannel else { continue }
        knobs[index].channel = channel
        messages += [
          .pinMode(pin: pin, mode: .analog), .reportAnalog(channel: channel, isOn: true),
        ]
      } catch {
        refusals.append(error)
      }
    }
    return (messages, refusals)
  }

  /// The mixer change that a message asks for. A knob changes nothing before it is moved, so that
  /// values set elsewhere stay.
  mutating func hears(_ message: FirmataMessage) -> EngineCommand? {
    guard case .analog(let channel, let value) = message,
      let index = knobs.firstIndex(where: { $0.channel == channel })
    else { return nil }
    let knob = knobs[index].knob
    guard let before = knobs[index].value else {
      knobs[index].value = value
      return nil
    }
    guard abs(Int(value) - Int(before)) >= Self.tremble else { return nil }
    knobs[index].value = value
    let share = knob.share(value)
    guard share != knob.share(before) else { return nil }
    return MixTarget(knob.sets).command(share: share, gain: share * share)
  }
}
