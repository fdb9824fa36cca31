// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Kits

@Suite(.simulated) struct ReservationTests {
  private let folder = KitFolder()
  private let memory = SampleMemory(megabytes: 3)

  private var cache: SampleCache { SampleCache(folder: "\(folder.folder.path)/cache") }

  /// A drum with only its heads in memory.
  private func streamedKit() throws -> Kit {
    for index in 1...4 { try folder.hit("\(index).wav", seconds: 4) }
    folder.write(
      (1...4).map { "<region> key=36 seq_length=4 seq_position=\($0) sample=\($0).wav" }
        .joined(separator: "\n"))
    var job = try LoadingJob(
      path: folder.path, sampleRateHz: 48_000, memory: memory,
      streamer: TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false), cache: cache)
    return try job.whole().kit
  }

  /// A table of the tails of a kit that has just been struck.
  private func struckTable(_ kit: Kit) throws -> (table: TailTable, bank: StruckBank) {
    let exchange = TailExchange(memory)
    var table = TailTable(memory, exchange, sampleRateHz: 48_000)
    let source = try cache.sounds([SoundRecipe()], sampleRateHz: 48_000) { _ throws(KitError) in
      TestKit.steady(0.5, frameCount: 192_000)
    }
    for variation in kit.pads[0].layers[0].variations {
      table.adopt(Tail(variation.sound, of: source, index: 0, in: memory))
    }
    let bank = StruckBank(kit, exchange)
    while let message = exchange.nextMessage() { table.take(message) }
    return (table, bank)
  }

  /// Keeps the voices of a struck kit.
  private final class StruckBank {
    private var bank: VoiceBank

    init(_ kit: Kit, _ exchange: TailExchange) {
      bank = VoiceBank(drums: DrumSet.make(kit: kit, seed: 5), tails: exchange.audioSide)
      bank.start(NoteOn(hit: 0, pad: 0, velocity: 1), atFrame: 0)
      bank.serveTails()
      _ = bank.renderedLeft(frameCount: 64)
      bank.serveTails()
    }
  }

  @Test("sounding tails go before a kit's requests, but not into its promised memory")
  func reservation() throws {
    let struck = try struckTable(streamedKit())
    var table = struck.table
    table.reservation = BlockReservation(blocks: memory.blockCount)
    let isEarly = table.grant()
    let next = table.nextRead()
    let read = try #require(next)
    table.deliver(read, nil, isReadable: true)
    let free = memory.freeBlockCount
    table.reservation = BlockReservation(blocks: free)
    let isGranted = table.grant()
    let promised = table.nextRead()
    #expect(!isEarly && isGranted && promised == nil)
    // The kit takes all but the room for the beginning of a tail: its promise shrinks with that.
    let frameCount = (free - 16) * SampleMemory.framesPerBlock
    let taken = try #require(memory.store(TestKit.steady(0.5, frameCount: frameCount)))
    let unreported = table.nextRead()
    table.reservation.take(free)
    let later = table.nextRead()
    #expect(unreported == nil && later?.sound == read.sound)
    memory.free(taken)
    withExtendedLifetime(struck.bank) {}
  }

  @Test("the tail that runs out first is read first, however long the rest of it is")
  func nearestEnd() throws {
    // Neither ends early for being silent.
    try folder.hit("long.wav", seconds: 10, decayPerSecond: 0.5)
    try folder.hit("short.wav", seconds: 6, decayPerSecond: 0.5)
    folder.write("<region> key=36 sample=long.wav <region> key=38 sample=short.wav")
    var job = try LoadingJob(
      path: folder.path, sampleRateHz: 48_000, memory: memory,
      streamer: TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false), cache: cache)
    let kit = try job.whole().kit
    let exchange = TailExchange(memory)
    var table = TailTable(memory, exchange, sampleRateHz: 48_000)
    let source = try cache.sounds([SoundRecipe()], sampleRateHz: 48_000) { _ throws(KitError) in
      TestKit.steady(0.5, frameCount: 192_000)
    }
    let sounds = kit.pads.map { $0.layers[0].variations[0].sound }
      .sorted { $0.frameCount > $1.frameCount }
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, seed: 5), tails: exchange.audioSide)
    for (index, sound) in sounds.enumerated() {
      table.adopt(Tail(sound, of: source, index: 0, in: memory))
      // The long one is struck 10 ms before the short one.
      table.now = Int64(index) * 10_000_000
      let pad = kit.pads.firstIndex {
        $0.layers[0].variations[0].sound.firstBlock == sound.firstBlock
      }
      bank.start(NoteOn(hit: index, pad: pad ?? 0, velocity: 1), atFrame: 480 * index)
      _ = bank.renderedLeft(frameCount: 64)
      bank.serveTails()
      while let message = exchange.nextMessage() { table.take(message) }
    }
    let next = table.nextRead()
    #expect(sounds[0].headFrameCount == sounds[1].headFrameCount)
    #expect(sounds[0].frameCount > sounds[1].frameCount + 48_000)
    #expect(next?.sound == sounds[0].firstBlock)
  }

  @Test("a tail that found no room is read again, an unreadable one is given up")
  func failedReads() throws {
    let struck = try struckTable(streamedKit())
    var table = struck.table
    let first = table.nextRead()
    let read = try #require(first)
    table.deliver(read, nil, isReadable: true)
    let second = table.nextRead()
    #expect(second?.sound == read.sound)
    table.deliver(read, nil, isReadable: false)
    let third = table.nextRead()
    #expect(third?.sound != read.sound)
    withExtendedLifetime(struck.bank) {}
  }
}
