// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct HitIdentityTests {
  @Test("each source, and a hit that never began, counts apart")
  func apart() {
    let heard = [HitIdentity(heard: 3), HitIdentity(refused: 3)]
    let others = HitSource.allCases.dropFirst().map { HitIdentity(3, from: $0) }
    #expect(Set(heard + others).count == HitSource.allCases.count + 1)
    #expect((heard + others).allSatisfy { $0.number == 3 })
    #expect(others.map(\.source) == Array(HitSource.allCases.dropFirst()))
    #expect(
      heard.map(\.isRefused) == [false, true] && heard.allSatisfy { $0.source == .microphone })
    #expect(HitIdentity(3, from: .microphone) == heard[0])
  }

  @Test("its text is read back; text without a source is no identity")
  func text() {
    for id in [HitIdentity(heard: 12), HitIdentity(refused: 1), HitIdentity(9, from: .score)] {
      #expect(HitIdentity(id.description) == id)
    }
    #expect(HitIdentity(heard: 12).description == "12")
    #expect(HitIdentity("\(UInt64.max)") == nil && HitIdentity("x") == nil)
  }
}
