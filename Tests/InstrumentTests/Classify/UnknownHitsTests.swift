// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Instrument

@Suite struct UnknownHitsTests {
  /// The tolerance after each stroke.
  private func tolerances(_ areForeign: [Bool]) -> [Float] {
    var strokes = UnknownHits()
    return areForeign.map { isForeign in
      strokes.add(isForeign: isForeign)
      return strokes.tolerance
    }
  }

  @Test(
    "bounds stay as they are for three foreign strokes, and widen from the fourth on, up to a limit"
  )
  func widening() {
    let tolerances = tolerances([Bool](repeating: true, count: 12))
    #expect(tolerances.prefix(3).allSatisfy { $0 == 0 })
    #expect(tolerances[3] > 0 && tolerances[4] > tolerances[3])
    #expect(tolerances[10] == tolerances[11] && tolerances[11] == tolerances.max())
  }

  @Test("four foreign strokes of six widen the bounds; one now and then does not")
  func share() {
    #expect(tolerances([true, false, true, true, false, true])[5] > 0)
    let rare = (0..<30).map { $0 % 3 == 0 }
    #expect(tolerances(rare).allSatisfy { $0 == 0 })
  }

  @Test("the player's own strokes narrow the bounds again")
  func narrowing() {
    let tolerances = tolerances(
      [Bool](repeating: true, count: 8) + [Bool](repeating: false, count: 8))
    #expect(tolerances[7] > 0)
    #expect(tolerances[15] == 0)
  }
}
