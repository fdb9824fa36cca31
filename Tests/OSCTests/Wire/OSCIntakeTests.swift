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
    #expect((2200...2300).contains(done))
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

  /// How many of the messages of an honest program, 20 a second, are refused while others flood
  /// with 10 000 a second for 3 s, and how many of theirs are carried out.
  private func flood(
    _ intake: inout OSCIntake, ports: Int, from begin: MonotonicClock.Instant
  ) -> (refused: Int, flooded: Int) {
    var (refused, flooded) = (0, 0)
    for number in 0..<30_000 {
      let now = begin + .microseconds(100 * number)
      let port = UDPAddress(localPort: UInt16(10_000 + number % ports))
      if intake.room(for: port, at: now) > 0 {
        intake.count(1, from: port)
        flooded += 1
      }
      guard number % 500 == 499 else { continue }
      if intake.room(for: one, at: now) > 0 {
        intake.count(1, from: one)
      } else {
        refused += 1
      }
    }
    return (refused, flooded)
  }

  @Test("two ports that flood refuse nothing of a third, even if that begins later")
  func twoFlood() {
    var intake = OSCIntake()
    let outcome = flood(&intake, ports: 2, from: start)
    #expect(outcome.refused == 0)
    #expect((5000...6300).contains(outcome.flooded))
  }

  @Test("300 ports that flood refuse nothing of a program that was there before")
  func manyFlood() {
    var intake = OSCIntake()
    for number in 0..<40 {
      let room = intake.room(for: one, at: start + .milliseconds(50 * number))
      #expect(room == 200)
      intake.count(1, from: one)
    }
    let outcome = flood(&intake, ports: 300, from: start + .seconds(2))
    #expect(outcome.refused == 0)
    #expect((5000...6300).contains(outcome.flooded))
  }

  @Test("what ends sounds comes through a flood of any number of ports, within a share of its own")
  func silencing() {
    var intake = OSCIntake()
    _ = flood(&intake, ports: 300, from: start)
    let now = start + .seconds(3)
    let own = (0..<100).count { _ in intake.takesSilencing(from: one, at: now) }
    let others = (0..<100).count { _ in intake.takesSilencing(from: other, at: now) }
    #expect(own == 16 && others == 16)
    let later = intake.takesSilencing(from: one, at: now + .milliseconds(100))
    #expect(later)
  }

  @Test("only a message that ends sounds is one")
  func silencingMessages() {
    func isSilencing(_ message: OSCMessage) -> Bool {
      message.bytes.withUnsafeBytes(OSCRequest.isSilencing)
    }
    #expect(isSilencing(OSCMessage("/flam/panic")))
    #expect(isSilencing(OSCMessage("/flam/note/choke", .text("crash"))))
    #expect(!isSilencing(OSCMessage("/flam/note/on", .text("crash"), .float(1))))
    #expect(!isSilencing(OSCMessage("/flam/panics")))
  }
}
