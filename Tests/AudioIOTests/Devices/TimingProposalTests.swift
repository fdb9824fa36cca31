// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct TimingProposalTests {
  private let asked = StreamSettings(rateHz: 48_000, periodFrames: 64, periodCount: 2)

  private func order(_ timings: [(Int, Int, Int)]) -> [Int] {
    TimingProposal.ordered(
      timings.map { TimingProposal(rateHz: $0.0, periodFrames: $0.1, periodCount: $0.2) }, asked
    ).map(\.rateHz)
  }

  @Test("a server of 44.1 kHz with periods of 128 is played at its own rate")
  func ownRate() {
    // What a converting plug-in over such a server gives.
    #expect(
      order([
        (48_000, 139, 4), (32_000, 92, 2), (44_100, 128, 2), (176_400, 512, 2), (22_050, 64, 2),
      ])
        == [44_100, 48_000, 32_000, 22_050, 176_400])
  }

  @Test("the wanted rate is kept where another is not sooner")
  func wantedRate() {
    #expect(order([(44_100, 64, 2), (48_000, 64, 2)]) == [48_000, 44_100])
    #expect(order([(96_000, 128, 2), (48_000, 64, 2)]) == [48_000, 96_000])
  }

  @Test("of equally long buffers that of the shorter period comes first, at every start")
  func equal() {
    let offers = [(128, 2), (64, 4)].map {
      TimingProposal(rateHz: 48_000, periodFrames: $0.0, periodCount: $0.1)
    }
    #expect(TimingProposal.ordered(offers, asked).map(\.periodFrames) == [64, 128])
    #expect(TimingProposal.ordered(offers.reversed(), asked).map(\.periodFrames) == [64, 128])
  }

  @Test("longer periods, more of them and all usual rates are tried, each once")
  func others() {
    let others = TimingProposal.others(than: asked)
    #expect(Set(others).count == others.count)
    #expect(Set(others.map(\.rateHz)).isSuperset(of: [8000, 44_100, 48_000, 192_000]))
    #expect(Set(others.map(\.periodCount)) == [2, 3, 4, 8])
    #expect(others.map(\.periodFrames).min() == 64 && others.map(\.periodFrames).max() == 8192)
  }
}
