// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct StruckPadsTests {
  private let folder = KitFolder()
  private let names = ["kick", "snare", "ride"]

  init() throws {
    for (index, name) in names.enumerated() {
      try folder.hit("\(name).wav", decibels: -6, seconds: 0.2 + 0.1 * Float(index))
    }
    folder.write(
      """
      <region> key=36 sample=kick.wav
      <region> key=38 sample=snare.wav
      <region> key=51 sample=ride.wav
      """)
  }

  /// The kit as a caller loads it who strikes no more than that, and the blocks that it takes.
  private func load(struckOnlyAt choices: [PadChoice]?) throws -> (kit: Kit, blocks: Int) {
    let memory = SampleMemory(megabytes: 4)
    let cache = SampleCache(folder: "\(folder.folder.path)/cache", leastMegabytes: 0)
    var job = try LoadingJob(
      path: folder.path, sampleRateHz: 48_000, memory: memory, cache: cache, choices: choices)
    let kit = try job.whole().kit
    job.keeping?.keep()
    return (kit, memory.blockCount - memory.freeBlockCount)
  }

  private func frames(_ kit: Kit, pad: Int) -> [[SIMD2<Float>]] {
    kit.pads[pad].layers.flatMap(\.variations).map { kit.memory.frames(of: $0.sound) }
  }

  @Test(
    "of a kept kit only the struck pads are read, as they are in the whole kit",
    arguments: [
      (PadChoice(.snare), [1]), (PadChoice(.crash), [2]), (PadChoice(.kick, named: "ride"), [2]),
      (PadChoice(.kick, named: "38"), [1]), (PadChoice(.kick, named: "none of them"), [0]),
      (PadChoice(.kick, named: "kick / snare"), [0, 1]),
      (PadChoice(.kick, kitRules: ["kit": PadRule(kept: "snare")]), [0, 1]),
    ])
  func struck(choice: PadChoice, pads: [Int]) throws {
    let whole = try load(struckOnlyAt: nil)
    let part = try load(struckOnlyAt: [choice])
    for pad in pads { #expect(frames(part.kit, pad: pad) == frames(whole.kit, pad: pad)) }
    let needed = pads.flatMap { frames(whole.kit, pad: $0) }
      .reduce(0) { $0 + SampleMemory.blocks(frameCount: $1.count) }
    #expect(part.blocks == needed && needed < whole.blocks)
    #expect(part.kit.pads.map(\.name) == whole.kit.pads.map(\.name))
    #expect(part.kit.pads.map(\.gain) == whole.kit.pads.map(\.gain))
  }

  @Test("no pad is silent, whatever is struck")
  func standIns() throws {
    _ = try load(struckOnlyAt: nil)
    let part = try load(struckOnlyAt: [PadChoice(.kick)]).kit
    for pad in names.indices {
      #expect(frames(part, pad: pad).allSatisfy { $0.contains { abs($0.x) > 0.1 } })
    }
  }

  @Test("a kit that is not kept is read, and kept, as a whole")
  func first() throws {
    let first = try load(struckOnlyAt: [PadChoice(.kick)])
    let whole = try load(struckOnlyAt: nil)
    for pad in names.indices { #expect(frames(first.kit, pad: pad) == frames(whole.kit, pad: pad)) }
  }

  @Test("if nothing is struck the kit is whole")
  func nothing() throws {
    let whole = try load(struckOnlyAt: nil)
    #expect(try load(struckOnlyAt: []).blocks == whole.blocks)
  }
}
