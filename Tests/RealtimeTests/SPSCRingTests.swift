// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@Suite struct SPSCRingTests {
  @Test("gives back what was pushed, in order, and refuses when full")
  func order() {
    let ring = SPSCRing<Int>(minimumCapacity: 3)
    for value in 0..<4 { #expect(ring.producer.push(value)) }
    #expect(!ring.producer.push(4))
    for value in 0..<4 { #expect(ring.consumer.pop() == value) }
    #expect(ring.consumer.pop() == nil)
  }
}
