// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Synchronization
import Simulation
import TestSupport
import Testing

@testable import Kits

@Suite(.simulated) struct StreamingTests {
  private static let periodNanoseconds: Int64 = 1_333_333
  private let kit = KitFolder()
  private let memory = SampleMemory(megabytes: 3)
  private let roomy = SampleMemory(megabytes: 64)

  private var cache: SampleCache { SampleCache(folder: "\(kit.folder.path)/cache") }

  /// Eight drums of three variations, a second each: 9 MB.
  private func writeKit() throws {
    let keys = [36, 38, 42, 45, 46, 49, 51, 56]
    for key in keys {
      for variation in 1...3 {
        try kit.hit("\(key)-\(variation).wav", decibels: -6 - Float(variation), seconds: 1)
      }
    }
    kit.write(
      keys.flatMap { key in
        (1...3).map {
          "<region> key=\(key) seq_length=3 seq_position=\($0) sample=\(key)-\($0).wav"
        }
      }.joined(separator: "\n"))
  }

  private func streamed(_ streamer: TailStreamer) throws -> LoadedKit {
    // No thread steps meanwhile, and nothing has to give way.
    var job = try LoadingJob(
      path: kit.path, sampleRateHz: 48_000, memory: memory, streamer: streamer, cache: cache)
    let loaded = try job.whole()
    job.keeping?.keep()
    return loaded
  }

  /// A bank's output for hits on all pads in turn, `spacing` blocks apart.
  private func play(
    _ bank: inout VoiceBank, hits: Int, spacing: Int, betweenBlocks: (Int64) -> Void = { _ in }
  ) -> [Float] {
    var heard: [Float] = []
    for block in 0..<hits * spacing + 1000 {
      if block % spacing == 0 && block / spacing < hits {
        let hit = block / spacing
        bank.start(NoteOn(hit: hit, pad: hit % 8, velocity: 0.9), atFrame: bank.frame + 7)
      }
      bank.serveTails()
      heard += bank.renderedLeft(frameCount: 64)
      betweenBlocks(Int64(block) * Self.periodNanoseconds)
    }
    return heard
  }

  @Test("a kit three times as large as its memory sounds as if it were all there")
  func sameSound() throws {
    try writeKit()
    let streamer = TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false)
    let loaded = try streamed(streamer)
    let sounds = loaded.kit.pads.flatMap(\.layers).flatMap(\.variations).map(\.sound)
    #expect(sounds.count == 24 && sounds.allSatisfy(\.isStreamed))
    var small = VoiceBank(
      drums: DrumSet.make(kit: loaded.kit, seed: 5), tails: streamer.exchange.audioSide)
    var large = VoiceBank(kit: try kit.load(into: roomy).kit, seed: 5)
    // Two strokes a second, of which three ring at a time: the memory has room for four tails.
    let heard = play(&small, hits: 40, spacing: 375) { streamer.step(now: $0) }
    #expect(small.lateTailCount == 0)
    #expect(heard == play(&large, hits: 40, spacing: 375))
  }

  @Test("if more rings than there is room for, drums are cut short and counted, none is silent")
  func tooMuch() throws {
    try writeKit()
    let streamer = TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false)
    var bank = VoiceBank(
      drums: DrumSet.make(kit: try streamed(streamer).kit, seed: 5),
      tails: streamer.exchange.audioSide)
    let heard = play(&bank, hits: 200, spacing: 20) { streamer.step(now: $0) }
    #expect(bank.lateTailCount > 0 && bank.lateTailCount < 200)
    for hit in 0..<200 {
      let start = hit * 20 * 64
      #expect(heard[start..<start + 640].contains { abs($0) > 0.01 })
    }
  }

  @Test("kits that come and go return all their memory, also parts on their way")
  func comingAndGoing() throws {
    try writeKit()
    let streamer = TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false)
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var bank = VoiceBank(
      drums: DrumSet.make(kit: try streamed(streamer).kit, seed: 1),
      tails: streamer.exchange.audioSide)
    let small = TestKit.kit([TestKit.Drum(TestKit.steady(0.1, frameCount: 64))])
    for round in 0..<20 {
      bank.start(NoteOn(hit: round, pad: 0, velocity: 1), atFrame: bank.frame)
      for block in 0..<3 + round {
        bank.serveTails()
        side.serve(&bank)
        _ = bank.renderedLeft(frameCount: 64)
        streamer.step(now: Int64(block))
      }
      #expect(exchange.offer(DrumSet.make(kit: small, seed: 1)))
      for block in 0..<800 {
        side.serve(&bank)
        bank.serveTails()
        _ = bank.renderedLeft(frameCount: 64)
        exchange.collect()
        streamer.step(now: Int64(block))
      }
      #expect(memory.freeBlockCount == memory.blockCount)
      #expect(exchange.offer(DrumSet.make(kit: try streamed(streamer).kit, seed: 1)))
      side.serve(&bank)
      exchange.collect()
    }
  }

  @Test("a kit that fits is wholly in memory; one whose heads do not fit is refused")
  func limits() throws {
    try kit.hit("a.wav", seconds: 1)
    kit.write("<region> sample=a.wav key=36")
    let streamer = TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false)
    let sounds = try streamed(streamer).kit.pads.flatMap(\.layers).flatMap(\.variations)
    #expect(sounds.allSatisfy { !$0.sound.isStreamed })
    try writeKit()
    let tiny = SampleMemory(blockCount: 20)
    var job = try LoadingJob(
      path: kit.path, sampleRateHz: 48_000, memory: tiny,
      streamer: TailStreamer(tiny, sampleRateHz: 48_000, isThreaded: false), cache: cache)
    let error = #expect(throws: KitError.self) { try job.whole() }
    #expect(error?.advice.text { "\($0)" }.contains("moreSampleMemory") == true)
    #expect(tiny.freeBlockCount == tiny.blockCount)
  }

  @Test(
    "sounds are made once; a file that changed, or a kept file that is damaged, makes them anew")
  func keeping() throws {
    try kit.sound("a.wav", value: 0.5, frameCount: 5000)
    let recipe = SoundRecipe(parts: [
      .init(slice: KitRegion.Slice(path: "\(kit.folder.path)/a.wav"))
    ])
    var made = 0
    func sounds() throws -> SampleCacheFile {
      try cache.sounds([recipe], sampleRateHz: 48_000) { _ throws(KitError) in
        made += 1
        return TestKit.steady(Float(made), frameCount: 5000)
      }
    }
    func first(_ sounds: SampleCacheFile) -> Float? {
      let frames = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 10)
      defer { frames.deallocate() }
      return sounds.read(0, fromFrame: 4990, into: frames) ? frames[9].x : nil
    }
    let oldest = try sounds()
    #expect(try first(sounds()) == 1 && made == 1)
    try kit.sound("a.wav", value: 0.25, frameCount: 6000)
    #expect(try first(sounds()) == 2)
    let folder = "\(kit.folder.path)/cache"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      truncate("\(folder)/\(name)", 5000)
    }
    #expect(try first(sounds()) == 3 && made == 3)
    // Removing a file does not disturb a program that has it open.
    try FileManager.default.removeItem(atPath: folder)
    #expect(first(try sounds()) == 4 && oldest.frameCounts == [5000])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }

  @Test("a streamed kit is measured once: its files are read again only if they have changed")
  func measuredOnce() throws {
    try writeKit()
    let streamer = TailStreamer(memory, sampleRateHz: 48_000, isThreaded: false)
    func gains(_ loaded: LoadedKit) -> [Float] {
      loaded.kit.pads.flatMap(\.layers).flatMap { $0.velocityGains + $0.variations.map(\.gain) }
    }
    let first = gains(try streamed(streamer))
    let path = "\(kit.folder.path)/36-1.wav"
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    try #require(inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0)
    let second = try streamed(streamer)
    #expect(gains(second) == first && second.problems.isEmpty)
    var event = [UInt8](repeating: 0, count: 4096)
    #expect(read(watch, &event, event.count) == -1 && errno == EAGAIN, "it was opened")
    // A change that hides its time is noticed, too.
    var status = stat()
    try #require(stat(path, &status) == 0)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data(repeating: 7, count: Int(status.st_size)))
    try file.close()
    try #require(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
    let third = try streamed(streamer)
    #expect(third.problems.map(\.kind) == [.brokenSound])
  }
}
