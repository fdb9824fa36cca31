// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import OSC

@Suite struct OSCSubscribersTests {
  private let one = UDPAddress(localPort: 1000)

  @Test("a subscriber receives events for the requested time after its last message")
  func lifetime() throws {
    var subscribers = OSCSubscribers()
    try subscribers.add(one, seconds: nil, atSeconds: 100)
    #expect(subscribers.current(atSeconds: 129.9) == [one])
    subscribers.renew(one, atSeconds: 120)
    #expect(subscribers.current(atSeconds: 149.9) == [one])
    #expect(subscribers.current(atSeconds: 150) == [])
    subscribers.renew(one, atSeconds: 151)
    #expect(subscribers.current(atSeconds: 151) == [])
    try subscribers.add(one, seconds: 5, atSeconds: 200)
    #expect(subscribers.current(atSeconds: 205) == [])
    try subscribers.add(one, seconds: 5, atSeconds: 300)
    subscribers.remove(one)
    #expect(subscribers.current(atSeconds: 300) == [])
  }

  @Test("there are 64 at most, and those that have gone make room")
  func limit() throws {
    var subscribers = OSCSubscribers()
    for port in 1...UInt16(OSCSubscribers.limit) {
      try subscribers.add(UDPAddress(localPort: port), seconds: 10, atSeconds: 0)
    }
    #expect(throws: OSCFault.self) { try subscribers.add(one, seconds: 10, atSeconds: 9) }
    try subscribers.add(UDPAddress(localPort: 1), seconds: 10, atSeconds: 9)
    try subscribers.add(one, seconds: 10, atSeconds: 10)
    #expect(subscribers.current(atSeconds: 10).count == 2)
    for seconds: Float in [0, -1, 4000, .infinity] {
      #expect(throws: OSCFault.self) { try subscribers.add(one, seconds: seconds, atSeconds: 10) }
    }
  }
}
