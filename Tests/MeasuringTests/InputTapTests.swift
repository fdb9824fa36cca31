// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Testing

@testable import Measuring

@Suite struct InputTapTests {
  /// A tap's frames of a take that a loop plays to its end, fetched while it plays.
  private func tapped(_ take: [Float], second: [Float]?) throws -> InputTap.Heard {
    let loop = try AudioLoop(
      input: .take(TakeStream(take, second: second, isLooped: false)), output: .clock)
    let tap = InputTap(sampleRateHz: loop.rateHz, hearsTwo: loop.hearsTwo)
    try loop.start(tap.handler, keeping: tap, frameLimit: take.count)
    var heard: InputTap.Heard = ([], second.map { _ in [] })
    func fetch() {
      let new = tap.newSamples()
      heard.samples += new.samples
      heard.second? += new.second ?? []
    }
    while loop.isRunning { fetch() }
    fetch()
    return heard
  }

  @Test("gives the sound of two microphones, frame by frame, however it is fetched")
  func two() throws {
    let take = (0..<9600).map { Float($0 + 1) / 9600 }
    let heard = try tapped(take, second: take.map { -$0 })
    #expect(heard.samples.starts(with: take))
    #expect(heard.second == heard.samples.map { -$0 })
  }

  @Test("of one microphone there is no second")
  func one() throws {
    let heard = try tapped([1, 2, 3], second: nil)
    #expect(heard.samples.starts(with: [1, 2, 3]) && heard.second == nil)
  }
}
