// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Foundation
import Synchronization

/// A program on a bus that answers as a test says, on a thread of its own.
public final class BusStandIn: Sendable {
  /// Its answer to a call; nil if it does not know the call.
  public typealias Answer = @Sendable (_ call: BusMethod, _ arguments: [BusValue]) -> BusValue?

  private let isEnding = Mutex(false)

  /// Takes `name` and answers; properties in variants, as the standard interface has it.
  public init?(_ name: String, on address: String, answer: @escaping Answer) {
    guard let bus = BusConnection(address: address),
      (try? bus.request(name: name, isReplacing: false, isReplaceable: true)) == .owned
    else { return nil }
    Thread { [self] in
      while !isEnding.withLock({ $0 }) {
        guard let message = bus.nextMessage(timeoutMilliseconds: 10), let call = message.call else {
          continue
        }
        switch answer(call, message.arguments) {
        case nil: bus.refuse(message)
        case let value? where call.member == "Get": bus.reply(to: message, property: value)
        case let value?: bus.reply(to: message, value)
        }
      }
    }.start()
  }

  /// Has it leave the bus.
  public func end() { isEnding.withLock { $0 = true } }
}
