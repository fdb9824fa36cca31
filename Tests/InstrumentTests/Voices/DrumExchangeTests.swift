// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@testable import Instrument

@Suite struct DrumExchangeTests {
  /// Drums of one steady sound on each of two pads.
  private func drums(_ value: Float, frameCount: Int = 20_000) -> DrumSetPointer {
    let drum = TestKit.Drum(TestKit.steady(value, frameCount: frameCount))
    var second = drum
    second.role = .snare
    return DrumSet.make(kit: TestKit.kit([drum, second]), seed: 1)
  }

  /// The next 64 frames of the left side, after the exchange was served.
  private func block(
    _ bank: inout VoiceBank, _ side: inout DrumExchange.AudioSide
  ) -> [Float] {
    side.serve(&bank)
    return bank.renderedLeft(frameCount: 64)
  }

  @Test("old sounds ring out, new hits strike the new drums, and then the old ones come back")
  func rings() {
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(drums: drums(0.25, frameCount: 6400))
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.25 })
    #expect(exchange.offer(drums(0.5)))
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: 128)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.25 })  // struck before: the old drums
    bank.start(NoteOn(hit: 3, pad: 0, velocity: 1), atFrame: 192)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.5 })
    #expect(block(&bank, &side).allSatisfy { $0 == 1 })
    #expect(exchange.collect() == 1)
    for _ in 4..<103 { _ = block(&bank, &side) }
    #expect(block(&bank, &side).allSatisfy { $0 == 0.5 })
    #expect(exchange.collect() == 0)
  }

  @Test("silence ends what the old drums ring, too")
  func silence() {
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(drums: drums(0.25))
    let notes = NoteExchange()
    bank.start(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 0)
    _ = block(&bank, &side)
    #expect(exchange.offer(drums(0.5)))
    _ = block(&bank, &side)
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: 128)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.75 })
    #expect(notes.send(NoteEvent(.silence, id: HitIdentity(1, from: .key), atFrame: 192)))
    let frameCount = 1024
    var output = [Float](repeating: 0, count: 2 * frameCount)
    var span = output.mutableSpan
    let audioSide = notes.audioSide
    audioSide.receive(beforeFrame: bank.frame)
    bank.render(into: &span, notes: audioSide)
    #expect(output[2] > 0 && output[2] < 0.75 && output.suffix(1024).allSatisfy { $0 == 0 })
    #expect(notes.newNotes().map(\.action) == [.silence])
  }

  @Test("a note that was looked up in drums before finds its pad by role, by name, by MIDI note")
  func otherDrums() {
    var drums = (0..<3).map { _ in TestKit.Drum(TestKit.steady(1, frameCount: 1)) }
    (drums[0].note, drums[1].note, drums[2].role) = (60, 69, .snare)
    let set = DrumSet.make(kit: TestKit.kit(drums), seed: 1, number: 2)
    defer { set.free() }
    func place(_ role: PadRole, _ name: String, _ note: Int, ofDrums number: Int) -> Int {
      set.pointee.pad(of: NotePad(0, role: role, name: name, note: note, ofDrums: number))
    }
    #expect(place(.snare, "drum 1", 69, ofDrums: 1) == 2)
    #expect(place(.other, "Drum 1", 60, ofDrums: 1) == 1)
    #expect(place(.other, "cabasa", 69, ofDrums: 1) == 1)
    #expect(place(.snare, "drum 1", 69, ofDrums: 2) == 0)
  }

  @Test("a hit keeps its first drums when it is corrected")
  func corrections() {
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(drums: drums(0.25), pads: [PadChoice(.snare).addresses])
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    _ = block(&bank, &side)
    #expect(exchange.offer(drums(0.5)))
    _ = block(&bank, &side)
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 1), atFrame: 128)
    for _ in 2..<8 { _ = block(&bank, &side) }
    #expect(block(&bank, &side).allSatisfy { $0 == 0.25 })
  }

  @Test("if drums change faster than they ring out, the old ones fade in 5 ms without a click")
  func haste() {
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(drums: drums(0.5))
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    var left = block(&bank, &side)
    #expect(exchange.offer(drums(0.5)))
    left += block(&bank, &side)
    #expect(exchange.offer(drums(0.5)))
    for _ in 0..<6 { left += block(&bank, &side) }
    #expect(left[127] == 0.5 && left[128 + 240] == 0)
    #expect(largestStep(left[1...]) < 1.51 * 0.5 / 240)
    // The second drums never sounded, so they are back a block after the first.
    #expect(exchange.collect() == 0)
  }

  @Test("a kit that is still being loaded answers, and is counted")
  func standIns() {
    let drum = TestKit.Drum(TestKit.steady(0.5, frameCount: 64))
    let part = TestKit.kit([drum], in: SampleMemory(blockCount: 1), isWhole: false)
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(kit: part, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.5 } && bank.standInCount == 1)
    #expect(exchange.offer(DrumSet.make(kit: TestKit.kit([drum]), seed: 1)))
    _ = block(&bank, &side)
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: 128)
    #expect(block(&bank, &side).allSatisfy { $0 == 0.5 } && bank.standInCount == 1)
  }

  @Test(
    "a thousand kits in one memory, ringing out into each other: all of it comes back, none clicks")
  func thousand() {
    let memory = SampleMemory(blockCount: 6)
    // A slow wave that has died away at its end.
    let wave = (0..<4000).map { frame -> SIMD2<Float> in
      let value = 0.5 * sin(Float(frame) * .pi / 400) * Float(4000 - frame) / 4000
      return SIMD2(value, value)
    }
    func next() -> DrumSetPointer {
      DrumSet.make(kit: TestKit.kit([TestKit.Drum(wave)], in: memory), seed: 1)
    }
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var changing = VoiceBank(drums: next())
    var steady = VoiceBank(kit: TestKit.kit([TestKit.Drum(wave)]), seed: 1)
    for swap in 1...1000 {
      #expect(memory.freeBlockCount == 4)
      for stroke in 0..<8 {
        let hit = NoteOn(hit: 8 * swap + stroke, pad: 0, velocity: 1)
        changing.start(hit, atFrame: changing.frame + 5)
        steady.start(hit, atFrame: steady.frame + 5)
        #expect(steady.renderedLeft(frameCount: 64) == block(&changing, &side))
        if stroke == 3 { #expect(exchange.offer(next())) }
      }
      // Until the old kit has rung out.
      for _ in 0..<64 {
        #expect(steady.renderedLeft(frameCount: 64) == block(&changing, &side))
      }
      exchange.collect()
    }
  }

  @Test("no more than four are on their way, and none is lost")
  func limit() {
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(drums: drums(0.5))
    for _ in 0..<4 { #expect(exchange.offer(drums(0.5))) }
    let fifth = drums(0.5)
    #expect(!exchange.offer(fifth))
    fifth.free()
    for _ in 0..<8 { _ = block(&bank, &side) }
    #expect(exchange.collect() == 0)
  }
}
