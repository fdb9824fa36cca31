// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Simulation
import Testing

@Suite struct StreamingCheckTests {
  @Test("tails that are linked, cut off, refused and late, under changing drums, do none of it")
  func tails() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { try Self.stream() }
    result.reportOffence()
  }

  private static func stream() throws {
    let memory = SampleMemory(blockCount: 64)
    let exchange = TailExchange(memory)
    let drumExchange = DrumExchange()
    var drumSide = drumExchange.audioSide
    let head = TestKit.noise(frameCount: SampleMemory.framesPerBlock, seed: 1)
    func sound() throws -> Sample {
      try #require(memory.store(head, ofFrameCount: 3 * SampleMemory.framesPerBlock))
    }
    let sounds = try (0..<6).map { _ in try sound() }
    func drums() -> DrumSetPointer {
      let layer = Layer(
        velocities: 0...1, velocityGains: TestKit.even,
        variations: sounds.map { Variation(sound: $0, gain: 1) })
      let kit = Kit(
        name: "streamed", sampleRateHz: 48_000,
        pads: [Pad(role: .kick, name: "kick", layers: [layer])], memory: memory,
        takeBack: { _ in })
      return DrumSet.make(kit: kit, playing: PlayingStyle(humanising: .slight), seed: 1)
    }
    var bank = VoiceBank(drums: drums(), voiceCount: 8, tails: exchange.audioSide)
    var block = [Float](repeating: 0, count: 128)
    var kinds: Set<String> = []
    var chains: [Int32: Int32] = [:]
    for index in 0..<4000 {
      while let message = exchange.nextMessage() {
        kinds.insert("\(message.kind)")
        if message.kind == .cut, let chain = chains.removeValue(forKey: message.sound) {
          memory.free(chain: chain)
        }
      }
      let sound = sounds[index % sounds.count]
      if let chain = chains[sound.firstBlock] {
        if chain >= 0 && index % 16 < 8 {
          _ = exchange.send(
            .init(.cut, sound: sound.firstBlock, after: memory.lastHeadBlock(of: sound)))
        }
      } else if index % 3 == 0,
        let chain = memory.chain(
          ofFrames: 2 * SampleMemory.framesPerBlock, fill: { _, _ in true })
      {
        chains[sound.firstBlock] = chain.first
        _ = exchange.send(
          .init(
            .link, sound: sound.firstBlock, after: memory.lastHeadBlock(of: sound),
            first: chain.first))
      }
      if index % 100 == 50 { _ = drumExchange.offer(drums()) }
      rt_region_enter()
      if index % 5 == 0 {
        bank.start(NoteOn(hit: index, pad: 0, velocity: 1), atFrame: bank.frame + 3)
      }
      bank.serveTails()
      drumSide.serve(&bank)
      var span = block.mutableSpan
      bank.render(into: &span)
      rt_region_exit()
      drumExchange.collect()
    }
    #expect(kinds == ["linked", "cut", "refused", "played", "wanted"] && bank.lateTailCount > 0)
  }
}
