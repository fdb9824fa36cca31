// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@testable import Instrument

@Suite struct NoteExchangeTests {
  /// A click of one frame on each of two pads, 1 of the first and 1/4 of the second.
  private static let kit = TestKit.kit([
    .init(TestKit.steady(1, frameCount: 1)), .init(TestKit.steady(0.25, frameCount: 1)),
  ])
  private static let first = NotePad(0, role: .other, ofDrums: nil)

  private func on(_ number: Int, _ frame: Int) -> NoteEvent {
    NoteEvent(.on(Self.first, velocity: 1), id: HitIdentity(number, from: .osc), atFrame: frame)
  }

  private func off(_ number: Int, _ frame: Int) -> NoteEvent {
    NoteEvent(.off, id: HitIdentity(number, from: .osc), atFrame: frame)
  }

  /// The next block's left side, with the notes and the requests to the bank.
  private func block(
    _ bank: inout VoiceBank, _ exchange: NoteExchange, frameCount: Int = 64
  ) -> [Float] {
    let side = exchange.audioSide
    side.receive(beforeFrame: bank.frame)
    var block = [Float](repeating: 0, count: 2 * frameCount)
    var span = block.mutableSpan
    bank.render(into: &span, notes: side)
    return (0..<frameCount).map { block[2 * $0] }
  }

  @Test(
    "of a flood each accepted note begins on its frame, others are refused, and hits are on time",
    arguments: [1, 64, 441])
  func flood(blockFrames: Int) {
    let exchange = NoteExchange()
    var bank = VoiceBank(kit: Self.kit, voiceCount: 256, seed: 1)
    var random = SeededGenerator(seed: 7)
    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let frameCount = 100_000
    var expected = [Float](repeating: 0, count: frameCount)
    var (accepted, refused) = (0, 0)
    func send(_ count: Int, from frame: Int) {
      for _ in 0..<count where accepted + refused < 10_000 {
        let due = min(frameCount - 1, frame + number(40_000))
        if exchange.send(on(accepted + refused + 1, due)) {
          accepted += 1
          expected[due] += 1
        } else {
          refused += 1
        }
      }
    }
    send(5000, from: 0)
    #expect(accepted == NoteQueue.capacity && refused == 5000 - NoteQueue.capacity)
    var output: [Float] = []
    var played: [PlayedNote] = []
    var hit = 1 << 20
    var bursts = 0
    while output.count < frameCount {
      let frame = bank.frame
      if frame / 441 > bursts {
        bursts = frame / 441
        send(number(100), from: frame + blockFrames)
      }
      // A hit asks for a frame within the next milliseconds.
      if number(10) == 0 && frame + 600 < frameCount {
        let due = frame + number(500)
        hit += 1
        bank.start(NoteOn(hit: hit, pad: 1, velocity: 1), atFrame: due)
        expected[due] += 0.25
      }
      output += block(&bank, exchange, frameCount: min(blockFrames, frameCount - frame))
      played += exchange.newNotes()
    }
    #expect(accepted + refused == 10_000 && accepted > 7000)
    #expect(output == expected)
    #expect(bank.leftOutCount == 0)
    #expect(played.count == accepted && played.allSatisfy { $0.askedFrame <= $0.frame })
  }

  @Test("a note whose frame is past begins at once; one with a frame comes after the hits")
  func late() {
    let exchange = NoteExchange()
    var bank = VoiceBank(kit: Self.kit, voiceCount: 1, seed: 1)
    _ = block(&bank, exchange)
    #expect(exchange.send(on(1, 10)) && exchange.send(on(2, 100)))
    let heard = block(&bank, exchange)
    #expect(heard[0] == 1 && heard[36] == 1 && heard.reduce(0, +) == 2)
    let played = exchange.newNotes()
    #expect(played.map(\.frame) == [64, 100] && played.map(\.askedFrame) == [64, 64])
  }

  @Test("the end of a note cancels what waits to begin then or later, and frees its room")
  func takenBack() {
    let exchange = NoteExchange()
    var bank = VoiceBank(kit: Self.kit, seed: 1)
    for number in 1...NoteQueue.capacity / 2 { #expect(exchange.send(on(number, 5000))) }
    for number in 1...NoteQueue.capacity / 2 { #expect(exchange.send(off(number, 4000))) }
    #expect(!exchange.send(on(9999, 5000)))
    _ = block(&bank, exchange)
    #expect(exchange.send(on(9999, 70)))
    #expect(block(&bank, exchange)[6] == 1)
    var rest: Float = 0
    while bank.frame < 6000 { rest += block(&bank, exchange).reduce(0, +) }
    #expect(rest == 0)
  }

  @Test("a note that begins and ends on one frame is silent, one that begins before its end sounds")
  func ends() {
    let exchange = NoteExchange()
    let kit = TestKit.kit([.init(TestKit.steady(1, frameCount: 10_000))])
    var bank = VoiceBank(kit: kit, seed: 1)
    for note in [on(1, 20), off(1, 20), off(2, 50), on(2, 30)] { #expect(exchange.send(note)) }
    let heard = block(&bank, exchange)
    #expect(heard[..<30].allSatisfy { $0 == 0 } && heard[30..<50].allSatisfy { $0 == 1 })
    var last: Float = 1
    while bank.frame < 1000 { last = block(&bank, exchange).last ?? 0 }
    #expect(last == 0)
  }

  @Test(
    "a choke of a pad on a frame ends what began on it right before, whatever the block size",
    arguments: [16, 64, 256])
  func chokes(blockFrames: Int) {
    let exchange = NoteExchange()
    let kit = TestKit.kit([.init(TestKit.steady(1, frameCount: 10_000))])
    var bank = VoiceBank(kit: kit, seed: 1)
    let choke = NoteEvent(
      .choke(Self.first), id: HitIdentity(2, from: .osc), atFrame: 120)
    #expect(exchange.send(on(1, 100)) && exchange.send(choke))
    var heard: [Float] = []
    while heard.count < 1024 { heard += block(&bank, exchange, frameCount: blockFrames) }
    #expect(heard[100..<120].allSatisfy { $0 == 1 } && heard[121] < 1 && heard[512] == 0)
  }
}
