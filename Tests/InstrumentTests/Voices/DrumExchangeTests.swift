// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@Suite struct DrumExchangeTests {
  /// Drums of one steady sound on each of two pads.
  private func drums(_ value: Float, frameCount: Int = 20_000) -> DrumSetPointer {
    let drum = TestKit.Drum(TestKit.steady(value, frameCount: frameCount))
    return DrumSet.make(kit: TestKit.kit([drum, drum]), padOfSound: [1], seed: 1)
  }

  /// The next 64 frames of the left side, after the exchange was served.
  private func block(
    _ bank: inout VoiceBank, _ exchange: DrumExchange
  ) -> [Float] {
    exchange.audioSide.serve(&bank)
    return bank.renderedLeft(frameCount: 64)
  }

  @Test("what sounds rings out, new hits strike the new drums, and the old ones come back then")
  func rings() {
    let exchange = DrumExchange()
    var bank = VoiceBank(drums: drums(0.25, frameCount: 6400))
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    #expect(block(&bank, exchange).allSatisfy { $0 == 0.25 })
    #expect(exchange.offer(drums(0.5)))
    bank.start(Stroke(hit: 2, pad: 0, velocity: 1), atFrame: 128)
    #expect(block(&bank, exchange).allSatisfy { $0 == 0.25 })  // struck before: the old drums
    bank.start(Stroke(hit: 3, pad: 0, velocity: 1), atFrame: 192)
    #expect(block(&bank, exchange).allSatisfy { $0 == 0.5 })
    #expect(block(&bank, exchange).allSatisfy { $0 == 1 })
    #expect(exchange.collect() == 1)
    for _ in 4..<103 { _ = block(&bank, exchange) }
    #expect(block(&bank, exchange).allSatisfy { $0 == 0.5 })
    #expect(exchange.collect() == 0)
  }

  @Test("a hit keeps the drums it began with when it is corrected")
  func corrections() {
    let exchange = DrumExchange()
    var bank = VoiceBank(drums: drums(0.25))
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    _ = block(&bank, exchange)
    #expect(exchange.offer(drums(0.5)))
    _ = block(&bank, exchange)
    #expect(bank.pad(ofSound: 0, hit: 1) == 1)
    bank.revise(Stroke(hit: 1, pad: 1, velocity: 1), atFrame: 128)
    for _ in 2..<8 { _ = block(&bank, exchange) }
    #expect(block(&bank, exchange).allSatisfy { $0 == 0.25 })
  }

  @Test("where drums change faster than they ring out, the old ones fade in 5 ms without a click")
  func haste() {
    let exchange = DrumExchange()
    var bank = VoiceBank(drums: drums(0.5))
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    var left = block(&bank, exchange)
    #expect(exchange.offer(drums(0.5)))
    left += block(&bank, exchange)
    #expect(exchange.offer(drums(0.5)))
    for _ in 0..<6 { left += block(&bank, exchange) }
    #expect(left[127] == 0.5 && left[128 + 240] == 0)
    #expect(largestStep(left[1...]) < 1.51 * 0.5 / 240)
    // The second drums never sounded, so they are back a block after the first.
    #expect(exchange.collect() == 0)
  }

  @Test("no more than four are on their way, and none is lost")
  func limit() {
    let exchange = DrumExchange()
    var bank = VoiceBank(drums: drums(0.5))
    for _ in 0..<4 { #expect(exchange.offer(drums(0.5))) }
    let fifth = drums(0.5)
    #expect(!exchange.offer(fifth))
    fifth.free()
    for _ in 0..<8 { _ = block(&bank, exchange) }
    #expect(exchange.collect() == 0)
  }
}
