// SPDX-License-Identifier: GPL-3.0-or-later

/// Who is told events, and until when. Whoever sends nothing for as long as it asked for has gone.
struct OSCSubscribers {
  /// So many at the most.
  static let limit = 64
  /// For so long without a message, where nobody says otherwise.
  static let usualSeconds: Float = 30
  /// What can be asked for.
  static let possibleSeconds: ClosedRange<Float> = 1...3600

  private struct Subscriber {
    let seconds: Double
    var endSeconds: Double
  }

  private var all: [UDPAddress: Subscriber] = [:]

  /// Tells a sender from now on; a fault where there are too many, or for such a time.
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

  /// A message came from there.
  mutating func renew(_ address: UDPAddress, atSeconds now: Double) {
    guard let subscriber = all[address] else { return }
    all[address]?.endSeconds = now + subscriber.seconds
  }

  /// Tells it nothing more.
  mutating func remove(_ address: UDPAddress) { all[address] = nil }

  /// Those that are told; others are forgotten.
  mutating func current(atSeconds now: Double) -> [UDPAddress] {
    all = all.filter { $0.value.endSeconds > now }
    return Array(all.keys)
  }
}
