// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Kits

@Suite(.waiting) struct KitLoadingTests {
  private let kit = KitFolder()
  private let memory = SampleMemory(megabytes: 4)

  /// A kick of two layers with two variations each, a snare of one sound, a ride.
  private func writeKit() throws {
    for name in ["soft-1", "soft-2", "hard-1", "hard-2", "snare", "ride"] {
      try kit.hit("\(name).wav", decibels: name.hasPrefix("soft") ? -30 : -6)
    }
    kit.write(
      """
      <group> key=36 hivel=63 seq_length=2
      <region> sample=soft-1.wav seq_position=1
      <region> sample=soft-2.wav seq_position=2
      <group> key=36 lovel=64 seq_length=2
      <region> sample=hard-1.wav seq_position=1
      <region> sample=hard-2.wav seq_position=2
      <group> key=38 <region> sample=snare.wav
      <group> key=51 <region> sample=ride.wav
      """)
  }

  private func job() throws -> LoadingJob {
    try LoadingJob(path: kit.path, sampleRateHz: 48_000, memory: memory)
  }

  /// Waits for the end of a loading.
  private func end(_ loading: KitLoading) throws -> LoadedKit {
    _ = eventually { loading.end != nil }
    return try #require(loading.end).get()
  }

  @Test("the first kit has one sound for each pad that is struck, the second one for each layer")
  func sketches() throws {
    try writeKit()
    var job = try job()
    let hit = try job.sketch(.hit, struckAt: [PadChoice(.kick), PadChoice(.snare)])
    #expect(!hit.isWhole && hit.pads.map(\.role) == [.kick, .snare])
    #expect(hit.pads.allSatisfy { $0.layers.count == 1 && $0.layers[0].velocities == 0...1 })
    #expect(memory.blockCount - memory.freeBlockCount == 10)  // two sounds of 0.2 s
    let layers = try job.sketch(.layers, struckAt: [PadChoice(.kick), PadChoice(.snare)])
    #expect(layers.pads.map { $0.layers.map(\.variations.count) } == [[1, 1], [1]])
    let whole = try job.whole().kit
    #expect(
      whole.isWhole && whole.pads.map { $0.layers.map(\.variations.count) } == [[2, 2], [1], [1]])
  }

  @Test(
    "a role is answered by its final pad", .slow, arguments: PadRole.allCases)
  func substitutes(role: PadRole) throws {
    try writeKit()
    var job = try job()
    let sketch = try job.sketch(.hit, struckAt: [PadChoice(role), PadChoice(.kick)])
    let whole = try job.whole().kit
    #expect(sketch.pads[sketch.pad(role: role)].name == whole.pads[whole.pad(role: role)].name)
  }

  @Test("a sound with a pad of its own is answered by it from the first part on")
  func chosenPads() throws {
    try writeKit()
    for name in ["Ride", "51"] {
      var job = try job()
      let sketch = try job.sketch(.hit, struckAt: [PadChoice(.kick, named: name)])
      #expect(sketch.pads.map(\.role) == [.ride])
    }
    var job = try job()
    let sketch = try job.sketch(.hit, struckAt: [PadChoice(.snare, named: "gong")])
    #expect(sketch.pads.map(\.role) == [.snare])
  }

  @Test("a part of a kit that was loaded before is as loud as the whole")
  func keptGain() throws {
    try writeKit()
    let cache = SampleCache(folder: "\(kit.folder.path)/cache")
    func job() throws -> LoadingJob {
      try LoadingJob(
        path: kit.path, sampleRateHz: 48_000, adjustments: KitAdjustments(gain: .matched),
        memory: memory, streamer: TailStreamer(memory, sampleRateHz: 48_000), cache: cache)
    }
    var first = try job()
    #expect(first.keptGainDecibels == nil)
    let whole = try first.whole().kit
    var second = try job()
    let kept = try #require(second.keptGainDecibels)
    #expect(kept == whole.gainDecibels && kept != 0)
    let sketch = try second.sketch(.hit, struckAt: [PadChoice(.kick)], gainDecibels: kept)
    #expect(sketch.pads[0].gain == whole.pads[0].gain)
    kit.write("<region> key=36 sample=soft-1.wav <region> key=38 sample=snare.wav")
    #expect(try job().keptGainDecibels == nil)
  }

  @Test("a missing sound of a pad is replaced by another one, as long as there is any")
  func missing() throws {
    try writeKit()
    unlink("\(kit.folder.path)/snare.wav")
    var job = try job()
    #expect(
      try job.sketch(.hit, struckAt: [PadChoice(.kick), PadChoice(.snare)]).pads.map(\.role) == [
        .kick
      ])
    #expect(throws: KitError.self) { try job.sketch(.hit, struckAt: [PadChoice(.snare)]) }
  }

  @Test("it ends with the whole kit, or with the reason of its failure")
  func ends() throws {
    try writeKit()
    let loading = try KitLoading(
      path: kit.path, sampleRateHz: 48_000, into: memory, struckAt: [PadChoice(.kick)])
    #expect(try end(loading).kit.pads.count == 3)
    #expect(loading.progress.share == 1 && loading.newKit() == nil)
    let absent = try KitLoading(
      path: "\(kit.path)-not", sampleRateHz: 48_000, into: memory, struckAt: [PadChoice(.kick)])
    #expect(throws: KitError.self) { try end(absent) }
  }

  @Test("the first parts of a kit leave it its room: a kit that fits is wholly in memory")
  func roomForTheWhole() throws {
    let layers = (0..<8).map { "key=38 lovel=\(16 * $0) hivel=\(16 * $0 + 15)" }
    let pads = [36, 38, 42, 45, 46, 49, 51, 56].map { "key=\($0)" }
    for (opcodes, parts) in [(layers, [KitDetail.hit]), (pads, [])] {
      for index in 0..<8 { try kit.hit("\(index).wav") }
      kit.write(
        opcodes.enumerated().map { "<region> sample=\($0).wav \($1)" }.joined(separator: "\n"))
      let small = SampleMemory(blockCount: 64)  // eight sounds of 0.2 s take 40
      let loading = try KitLoading(
        path: kit.path, sampleRateHz: 48_000, into: small,
        streamer: TailStreamer(small, sampleRateHz: 48_000), struckAt: [])
      var begun: [PartialKit] = []
      while loading.end == nil {
        if let part = loading.newKit() { begun.append(part) }
        MonotonicClock.sleep(microseconds: 100)
      }
      #expect(try !end(loading).kit.isStreamed)
      #expect(begun.allSatisfy { parts.contains($0.detail) })
    }
  }

  @Test("if the whole is requested no part of it is made")
  func wholeOnly() throws {
    try writeKit()
    let loading = try KitLoading(
      path: kit.path, sampleRateHz: 48_000, into: memory, struckAt: [PadChoice(.kick)],
      isWholeOnly: true)
    var parts = 0
    while loading.end == nil { parts += loading.newKit() == nil ? 0 : 1 }
    #expect(try end(loading).kit.isWhole && parts == 0)
  }

  @Test("a kit that is given up, at any moment, leaves nothing in memory")
  func givingUp() throws {
    try writeKit()
    // In a world it would be loaded in one go: computing takes no time there.
    for share in stride(from: 0, through: 1, by: 0.025) {
      do {
        let loading = try KitLoading(
          path: kit.path, sampleRateHz: 48_000, into: memory, struckAt: [PadChoice(.kick)])
        while loading.end == nil && loading.progress.share < share {
          MonotonicClock.sleep(microseconds: 20)
        }
        _ = loading.newKit()
      }
      #expect(memory.freeBlockCount == memory.blockCount, "given up at \(share)")
    }
  }

  @Test(
    "kits that are given up one for another delay nothing, and only the last arrives",
    .simulated)
  func following() throws {
    try writeKit()
    var loading: KitLoading?
    var given: [KitLoading] = []
    for _ in 0..<20 {
      let next = try KitLoading(
        path: kit.path, sampleRateHz: 48_000, into: memory, struckAt: [PadChoice(.kick)],
        after: loading)
      if let loading { given.append(loading) }
      loading = next
    }
    let last = try #require(loading)
    let all = given + [last]
    var isInOrder = true
    while last.end == nil {
      // Checked from the last to the first, so that none ends in between.
      let ended = all.reversed().map { $0.end != nil }
      isInOrder = isInOrder && !zip(ended, ended.dropFirst()).contains { $0 && !$1 }
      MonotonicClock.sleep(microseconds: 100)
    }
    #expect(try end(last).kit.isWhole)
    // Each has ended before the one for which it was cancelled, although it is still held.
    #expect(isInOrder && given.allSatisfy { $0.end != nil })
    #expect(given.allSatisfy { if case .failure = $0.end { true } else { false } })
  }
}
