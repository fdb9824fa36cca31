// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Realtime

/// How many messages are carried out. Those beyond are refused at once, with a reason, so that no
/// message waits for a flood.
///
/// Each sender has a share, half of all. A sender that floods finds half of all reserved for those
/// within their share, and one that was never heard in quiet times a quarter: one program can send
/// from many ports, but not have been here before.
struct OSCIntake {
  /// Messages a second that a sender may send in the long run.
  static let messagesPerSecond = 1000.0
  /// Messages of a sender in a burst.
  static let mostAtOnce = 200.0
  /// Messages of a sender that end sounds, beyond those: at once, and a second.
  private static let silencingAtOnce = 16.0
  private static let silencingPerSecond = 32.0
  /// What is left of all messages at once for senders within their share.
  private static let reserved = Int(mostAtOnce)
  /// What is left of that for the known ones among them.
  private static let reservedForKnown = Int(mostAtOnce / 2)
  /// So much is left of all messages at once in quiet times.
  private static let quiet = Int(1.5 * mostAtOnce)
  /// A sender is known in quiet times, so long after its first message.
  private static let timeToKnow = Duration.seconds(1)
  /// The time between two refusals for a sender.
  private static let refusalPause = Duration.seconds(1)
  /// Senders that are remembered.
  private static let mostSenders = 256

  private struct Sender {
    let first: MonotonicClock.Instant
    var last: MonotonicClock.Instant
    var isKnown = false
    var allowance = Allowance(
      atOnce: OSCIntake.mostAtOnce, perSecond: OSCIntake.messagesPerSecond)
    var silencing = Allowance(
      atOnce: OSCIntake.silencingAtOnce, perSecond: OSCIntake.silencingPerSecond)
    var nextRefusal: MonotonicClock.Instant?

    init(at now: MonotonicClock.Instant) { (first, last) = (now, now) }
  }
  private var all = Allowance(
    atOnce: 2 * OSCIntake.mostAtOnce, perSecond: 2 * OSCIntake.messagesPerSecond)
  private var allSilencing = Allowance(
    atOnce: 4 * OSCIntake.silencingAtOnce, perSecond: 4 * OSCIntake.silencingPerSecond)
  private var senders: [UDPAddress: Sender] = [:]

  /// How many messages of a sender are carried out now. If none are, its message counts all the
  /// same.
  mutating func room(for address: UDPAddress, at now: MonotonicClock.Instant) -> Int {
    var sender = self.sender(address, at: now)
    defer { senders[address] = sender }
    let (own, left) = (sender.allowance.room(at: now), all.room(at: now))
    if left >= Self.quiet, now - sender.first >= Self.timeToKnow { sender.isKnown = true }
    let kept =
      2 * own < Int(Self.mostAtOnce)
      ? Self.reserved : sender.isKnown ? 0 : Self.reservedForKnown
    let room = max(0, min(own, left - kept))
    // It may not save up its share in a flood.
    if room == 0, own > 0 { sender.allowance.count(1) }
    return room
  }

  /// Counts a message that ends sounds, and for which there is no room otherwise; false if there
  /// were too many of them.
  mutating func takesSilencing(from address: UDPAddress, at now: MonotonicClock.Instant) -> Bool {
    var sender = self.sender(address, at: now)
    defer { senders[address] = sender }
    guard sender.silencing.hasRoom(at: now), allSilencing.takes(at: now) else { return false }
    sender.silencing.count(1)
    return true
  }

  /// Counts messages that came from a sender. Those that were refused were read, which takes a
  /// quarter of the time; their sender pays for them whole.
  mutating func count(_ done: Int, refused: Int = 0, from address: UDPAddress) {
    senders[address]?.allowance.count(done + refused)
    all.count(done + refused / 4)
  }

  /// Whether the sender should hear of a refusal: not of each one in a flood.
  mutating func mayRefuseAloud(to address: UDPAddress, at now: MonotonicClock.Instant) -> Bool {
    var sender = self.sender(address, at: now)
    defer { senders[address] = sender }
    guard sender.nextRefusal.map({ $0 <= now }) ?? true else { return false }
    sender.nextRefusal = now + Self.refusalPause
    return true
  }

  /// A sender that is heard now. A new one takes the place of the one that was quiet longest, known
  /// ones last.
  private mutating func sender(_ address: UDPAddress, at now: MonotonicClock.Instant) -> Sender {
    var sender = senders[address] ?? Sender(at: now)
    sender.last = now
    if senders[address] == nil, senders.count >= Self.mostSenders {
      let quietest = senders.min {
        $0.value.isKnown == $1.value.isKnown
          ? $0.value.last < $1.value.last : $1.value.isKnown
      }
      if let quietest { senders[quietest.key] = nil }
    }
    return sender
  }
}
