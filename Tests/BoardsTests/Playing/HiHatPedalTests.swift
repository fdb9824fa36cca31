// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Boards

@Suite struct HiHatPedalTests {
  private func pedal(closed: Int = 100, open: Int = 900) -> HiHatPedal {
    HiHatPedal(BoardTable.Pedal(input: "A5", closed: closed, open: open))
  }

  @Test(
    "a pedal is open, half or closed between its values up and down, also the wrong way round"
  )
  func roles() {
    for (closed, open, values) in [(100, 900, [950, 500, 100]), (900, 100, [50, 500, 900])] {
      var pedal = pedal(closed: closed, open: open)
      var roles: [PadRole] = []
      for value in values {
        _ = pedal.moves(to: UInt16(value), at: 0)
        roles.append(pedal.role)
      }
      #expect(roles == [.hihatOpen, .hihatHalf, .hihatClosed])
    }
  }

  @Test("a pedal that trembles at a border keeps its state")
  func trembles() {
    var pedal = pedal()
    // A quarter of the way is 300.
    for value in [280, 310, 295, 325, 290, 330] as [UInt16] {
      _ = pedal.moves(to: value, at: 0)
      #expect(pedal.role == .hihatClosed)
    }
    _ = pedal.moves(to: 340, at: 0)
    #expect(pedal.role == .hihatHalf)
  }

  @Test("a pedal that is down from the start has not closed")
  func begins() {
    var pedal = pedal()
    #expect(pedal.moves(to: 100, at: 0) == nil)
    #expect(pedal.role == .hihatClosed)
  }

  @Test("it sounds when it closes, the faster the louder, and not again before it has opened")
  func closes() {
    func velocity(milliseconds: Int64) -> Float? {
      var pedal = pedal()
      _ = pedal.moves(to: 900, at: 0)
      #expect(pedal.moves(to: 500, at: 1_000_000) == nil)
      let velocity = pedal.moves(to: 100, at: milliseconds * 1_000_000)
      #expect(pedal.moves(to: 90, at: 1_000_000_000) == nil)
      return velocity
    }
    #expect(velocity(milliseconds: 10) == 1)
    #expect(velocity(milliseconds: 30) == 0.5)
    #expect(velocity(milliseconds: 1000) == 0.1)
  }
}
