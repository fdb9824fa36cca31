// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// Finds pressed foot switches in what a board reports of its pins.
struct BoardSwitches: Sendable {
  private struct Contact {
    let wired: BoardTable.Switch
    /// Nil if the board does not have this pin.
    var pin: UInt8?
    /// Nil before its position is known.
    var isClosed: Bool?
    var changeNanoseconds = Int64.min
  }

  /// Contacts bounce for less: a change that follows sooner is not a press.
  private static let bounceNanoseconds: Int64 = 30_000_000

  private var contacts: [Contact]

  init(_ table: BoardTable) { contacts = table.switches.map { Contact(wired: $0) } }

  /// The messages that set up the board's switches, and the switches that it cannot have.
  mutating func connect(
    _ board: ConnectedBoard
  ) -> (messages: [FirmataMessage], refusals: [PinNameError]) {
    var messages: [FirmataMessage] = []
    var refusals: [PinNameError] = []
    var ports: Set<UInt8> = []
    for index in contacts.indices {
      contacts[index].isClosed = nil
      contacts[index].pin = nil
      do throws(PinNameError) {
        let pin = try board.profile.pin(named: contacts[index].wired.pin, for: .pullUp)
        contacts[index].pin = pin
        messages.append(.pinMode(pin: pin, mode: .pullUp))
        ports.insert(pin / 8)
      } catch {
        refusals.append(error)
      }
    }
    return (messages + ports.sorted().map { .reportDigital(port: $0, isOn: true) }, refusals)
  }

  /// The switches that were pressed, according to a message.
  mutating func hears(_ message: FirmataMessage, at now: Int64) -> [BoardTable.Switch] {
    guard case .digitalPort(let port, let bits) = message else { return [] }
    var pressed: [BoardTable.Switch] = []
    for index in contacts.indices {
      guard let pin = contacts[index].pin, pin / 8 == port else { continue }
      // A pin with a pull-up is low if the contact is closed.
      let isClosed = bits >> (pin % 8) & 1 == 0
      let contact = contacts[index]
      guard contact.isClosed != isClosed else { continue }
      contacts[index].isClosed = isClosed
      guard contact.isClosed != nil else { continue }
      contacts[index].changeNanoseconds = now
      let isQuiet = contact.changeNanoseconds < now - Self.bounceNanoseconds
      let isPress = isClosed != (contact.wired.isClosedAtRest ?? false)
      if isPress && isQuiet { pressed.append(contact.wired) }
    }
    return pressed
  }
}
