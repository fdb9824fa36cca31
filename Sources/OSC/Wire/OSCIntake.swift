// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Realtime

/// How many messages are carried out. Those beyond are refused at once, with a reason, so that no
/// message waits for a flood. Each sender has a share, half of all.
struct OSCIntake {
  /// Messages a second that a sender may send in the long run.
  static let messagesPerSecond = 1000.0
  /// Messages of a sender in a burst.
  static let mostAtOnce = 200.0
  /// The time between two refusals for a sender.
  private static let refusalPause = Duration.seconds(1)
  /// Senders that are remembered.
  private static let mostSenders = 256

  private struct Sender {
    var allowance = Allowance(
      atOnce: OSCIntake.mostAtOnce, perSecond: OSCIntake.messagesPerSecond)
    var nextRefusal: MonotonicClock.Instant?
  }
  private var all = Allowance(
    atOnce: 2 * OSCIntake.mostAtOnce, perSecond: 2 * OSCIntake.messagesPerSecond)
  private var senders: [UDPAddress: Sender] = [:]

  /// How many messages of a sender are carried out now.
  mutating func room(for address: UDPAddress, at now: MonotonicClock.Instant) -> Int {
    var sender = senders[address] ?? Sender()
    defer { keep(sender, address) }
    return min(sender.allowance.room(at: now), all.room(at: now))
  }

  /// Counts messages that came from a sender. Those that were refused were read, which takes a
  /// quarter of the time; their sender pays for them whole.
  mutating func count(_ done: Int, refused: Int = 0, from address: UDPAddress) {
    senders[address, default: Sender()].allowance.count(done + refused)
    all.count(done + refused / 4)
  }

  /// Whether the sender should hear of a refusal: not of each one in a flood.
  mutating func mayRefuseAloud(to address: UDPAddress, at now: MonotonicClock.Instant) -> Bool {
    var sender = senders[address] ?? Sender()
    guard sender.nextRefusal.map({ $0 <= now }) ?? true else { return false }
    sender.nextRefusal = now + Self.refusalPause
    keep(sender, address)
    return true
  }

  private mutating func keep(_ sender: Sender, _ address: UDPAddress) {
    if senders[address] == nil, senders.count >= Self.mostSenders {
      senders = senders.filter { !$0.value.allowance.isWhole }
      // Nobody has so many programs: one of them pretends to be many.
      if senders.count >= Self.mostSenders { senders = [:] }
    }
    senders[address] = sender
  }
}
