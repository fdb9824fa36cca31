// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

/// Sounds of which only the head is always in memory.
@Suite struct TailTests {
  private static let blockFrames = SampleMemory.framesPerBlock
  private let memory = SampleMemory(blockCount: 8)
  private let frames = TestKit.noise(frameCount: 3 * blockFrames + 500, seed: 1)
  private let exchange: TailExchange

  init() { exchange = TailExchange(memory) }

  /// A sound whose first block is there.
  private func head() throws -> Sample {
    try #require(memory.store(Array(frames.prefix(Self.blockFrames)), ofFrameCount: frames.count))
  }

  /// A bank that plays one sound.
  private func bank(_ sound: Sample, humanising: Humanising = .none) -> VoiceBank {
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: sound, gain: 1)])
    let kit = Kit(
      name: "long", sampleRateHz: 48_000,
      pads: [Pad(role: .kick, name: "kick", pan: -1, layers: [layer])], memory: memory)
    let drums = DrumSet.make(kit: kit, playing: PlayingStyle(humanising: humanising), seed: 1)
    return VoiceBank(drums: drums, tails: exchange.audioSide)
  }

  /// The tail in blocks of its own; they are linked at the next block of sound.
  private func sendTail(of sound: Sample) throws {
    let chain = try #require(
      memory.chain(ofFrames: frames.count - Self.blockFrames) { destination, first in
        for frame in destination.indices {
          destination[frame] = frames[Self.blockFrames + first + frame]
        }
        return true
      })
    #expect(
      exchange.send(
        .init(
          .link, sound: sound.firstBlock, after: memory.lastHeadBlock(of: sound),
          first: chain.first)))
  }

  private func left(_ bank: inout VoiceBank, blocks: Int) -> [Float] {
    (0..<blocks).flatMap { _ in
      bank.serveTails()
      return bank.renderedLeft(frameCount: 64)
    }
  }

  /// The messages so far, without the events of the output.
  private func answers() -> [TailExchange.Message.Kind] {
    var kinds: [TailExchange.Message.Kind] = []
    while let message = exchange.nextMessage() {
      if message.kind != .played && message.kind != .wanted { kinds.append(message.kind) }
    }
    return kinds
  }

  @Test("a tail that comes in time sounds as if it had always been there")
  func inTime() throws {
    let sound = try head()
    var bank = bank(sound)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    var heard = left(&bank, blocks: 20)
    #expect(
      exchange.nextMessage().map { $0.kind == .played && $0.sound == sound.firstBlock } == true)
    try sendTail(of: sound)
    heard += left(&bank, blocks: 100)
    #expect(heard.prefix(frames.count).elementsEqual(frames.map(\.x)))
    #expect(heard.dropFirst(frames.count).allSatisfy { $0 == 0 } && bank.lateTailCount == 0)
    #expect(answers() == [.linked])
  }

  @Test(
    "a tail that does not come lets the sound fade in 2 ms, and is counted",
    arguments: [Humanising.none, Humanising.slight * 4])
  func late(humanising: Humanising) throws {
    var bank = bank(try head(), humanising: humanising)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 10)
    let heard = left(&bank, blocks: 80)
    let end = try #require(heard.lastIndex { $0 != 0 })
    let longest = Self.blockFrames * 11 / 10
    #expect(end < longest && end > Self.blockFrames * 9 / 10 - 96 - 64 - 20)
    #expect(bank.lateTailCount == 1 && bank.soundingCount == 0)
    // Only the head is heard, ever more softly.
    let tail = heard[(end - 8)...end].map(abs)
    #expect(tail.allSatisfy { $0 < 0.02 } && heard.allSatisfy { abs($0) <= 0.7 })
  }

  @Test(
    "blocks requested back are cut off only when nothing plays the sound, and are played no more"
  )
  func cutting() throws {
    let sound = try head()
    var bank = bank(sound)
    try sendTail(of: sound)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    _ = left(&bank, blocks: 20)
    let cut = TailExchange.Command(
      .cut, sound: sound.firstBlock, after: memory.lastHeadBlock(of: sound))
    #expect(exchange.send(cut))
    var heard = left(&bank, blocks: 100)
    #expect(answers() == [.linked, .refused] && bank.lateTailCount == 0)
    #expect(exchange.send(cut))
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: bank.frame + 64)
    heard = left(&bank, blocks: 100)
    #expect(answers() == [.cut] && bank.lateTailCount == 1)
    #expect(heard.dropFirst(64 + Self.blockFrames).allSatisfy { $0 == 0 })
  }

  @Test("the sounds that may be struck next are listed, those just struck last")
  func upcoming() throws {
    let sounds = try (0..<7).map { _ in try head() }
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: sounds.map { Variation(sound: $0, gain: 1) })
    let kit = Kit(
      name: "many", sampleRateHz: 48_000,
      pads: [Pad(role: .kick, name: "kick", pan: -1, layers: [layer])], memory: memory)
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, seed: 3), tails: exchange.audioSide)
    var announced: Set<Int32> = Set(sounds.map(\.firstBlock))
    for hit in 0..<100 {
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: bank.frame)
      _ = bank.renderedLeft(frameCount: 64)
      let played = try #require(exchange.nextMessage())
      #expect(played.kind == .played && announced.contains(played.sound))
      announced = []
      while let message = exchange.nextMessage() { announced.insert(message.sound) }
      #expect(announced.count == 5 && !announced.contains(played.sound))
    }
  }
}
