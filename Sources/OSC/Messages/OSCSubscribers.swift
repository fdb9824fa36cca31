// SPDX-License-Identifier: GPL-3.0-or-later

/// Who receives events, and until when. A subscriber that sends nothing for its time is dropped.
struct OSCSubscribers {
  /// The most subscribers.
  static let limit = 64
  /// The default time without a message before a subscriber is dropped, in seconds.
  static let usualSeconds: Float = 30
  /// The times that a subscriber may ask for, in seconds.
  static let possibleSeconds: ClosedRange<Float> = 1...3600

  private struct Subscriber {
    let seconds: Double
    var endSeconds: Double
  }

  private var all: [UDPAddress: Subscriber] = [:]

  /// Adds a sender; a fault if there are too many, or if its time is out of range.
  mutating func add(
    _ address: UDPAddress, seconds: Float?, atSeconds now: Double
  ) throws(OSCFault) {
    let seconds = seconds ?? Self.usualSeconds
    guard Self.possibleSeconds.contains(seconds) else {
      throw OSCFault(reason: "a subscription lasts 1 to 3600 seconds; any message renews it")
    }
    guard all[address] != nil || current(atSeconds: now).count < Self.limit else {
      throw OSCFault(reason: "\(Self.limit) programs are subscribed; end one of them")
    }
    all[address] = Subscriber(seconds: Double(seconds), endSeconds: now + Double(seconds))
  }

  /// A message came from this address.
  mutating func renew(_ address: UDPAddress, atSeconds now: Double) {
    guard let subscriber = all[address] else { return }
    all[address]?.endSeconds = now + subscriber.seconds
  }

  /// Removes a subscriber.
  mutating func remove(_ address: UDPAddress) { all[address] = nil }

  /// The present subscribers; drops those whose time is over.
  mutating func current(atSeconds now: Double) -> [UDPAddress] {
    all = all.filter { $0.value.endSeconds > now }
    return Array(all.keys)
  }
}
