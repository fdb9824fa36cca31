// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@testable import OSC

@Suite struct OSCIntakeTests {
  private let start = MonotonicClock.Instant(nanoseconds: 0)
  private let one = UDPAddress(localPort: 5000)
  private let other = UDPAddress(localPort: 5001)

  @Test("a sender has room for 200 messages at once and 1000 a second; another one keeps its own")
  func shares() {
    var intake = OSCIntake()
    func room(_ sender: UDPAddress, _ milliseconds: Int) -> Int {
      intake.room(for: sender, at: start + .milliseconds(milliseconds))
    }
    #expect(room(one, 0) == 200)
    intake.count(200, refused: 312, from: one)
    #expect(room(one, 0) == 0 && room(other, 0) > 0)
    // A bundle that is too large is paid for.
    #expect(room(one, 300) == 0)
    #expect((80...89).contains(room(one, 400)))
    #expect(room(other, 400) == 200)
    var done = 0
    for millisecond in 1000..<3000 {
      for _ in 0..<10 where room(one, millisecond) > 0 {
        intake.count(1, from: one)
        done += 1
      }
      if millisecond % 100 == 0 { #expect(room(other, millisecond) > 0) }
    }
    #expect((2190...2201).contains(done))
  }

  @Test("one program that sends from many ports gets no more than 2000 messages a second")
  func ports() {
    var intake = OSCIntake()
    let done = (0..<5000).count { number in
      let now = start + .microseconds(200 * number)
      let address = UDPAddress(localPort: UInt16(10_000 + number))
      guard intake.room(for: address, at: now) > 0 else { return false }
      intake.count(1, from: address)
      return true
    }
    #expect((2300...2400).contains(done))
  }

  @Test("a sender hears of a refusal once a second")
  func refusals() {
    var intake = OSCIntake()
    let heard = (0..<3000).count {
      intake.mayRefuseAloud(to: one, at: start + .milliseconds($0))
    }
    #expect(heard == 3)
    let first = intake.mayRefuseAloud(to: other, at: start)
    #expect(first)
  }
}
