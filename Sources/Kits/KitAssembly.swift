// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Puts sounds into sample memory, each once, and the pads that play them together.
struct KitAssembly {
  let pads: [Pad]
  let memory: SampleMemory

  init(_ plan: KitPlan, store: SoundStore) {
    let blocks = store.frames.values.map { SampleMemory.blocks(frameCount: $0.count) }
    memory = SampleMemory(blockCount: max(1, blocks.reduce(0, +)))
    var soundOf: [SoundRecipe: Sound] = [:]
    for hit in plan.pads.flatMap(\.hits) where soundOf[hit.sound] == nil {
      soundOf[hit.sound] = store.frames[hit.sound].flatMap(memory.store)
    }
    let groups = ChokeGroups(plan)
    pads = plan.pads.enumerated().map { index, pad in
      Pad(
        role: pad.role, name: pad.name, pan: pad.pan, chokeGroup: groups.groups[index],
        chokes: groups.chokes[index], chokeSeconds: groups.seconds[index],
        layers: pad.layers.map { Self.layer($0, soundOf) })
    }
  }

  private static func layer(_ layer: LayerPlan, _ soundOf: [SoundRecipe: Sound]) -> Layer {
    Layer(
      velocities: velocities(layer.velocities), velocityGains: layer.velocityGains,
      variations: layer.hits.compactMap { hit in
        soundOf[hit.sound].map { Variation(sound: $0, gain: hit.gain) }
      })
  }

  /// MIDI velocities as strengths 0...1; neighbouring ranges share their border.
  private static func velocities(_ range: ClosedRange<Int>) -> ClosedRange<Float> {
    let low = range.lowerBound == 0 ? 0 : (Float(range.lowerBound) - 0.5) / 127
    let high = range.upperBound == 127 ? 1 : (Float(range.upperBound) + 0.5) / 127
    return low...high
  }
}

/// Directed chokes as groups of pads that the same pads end.
private struct ChokeGroups {
  /// The group of each pad; 0 for none.
  private(set) var groups: [Int]
  /// The group that a hit on each pad ends; 0 for none.
  private(set) var chokes: [Int]
  /// How long the voices of each pad take to end.
  private(set) var seconds: [Float]

  init(_ plan: KitPlan) {
    groups = [Int](repeating: 0, count: plan.pads.count)
    chokes = groups
    seconds = [Float](repeating: 0.006, count: plan.pads.count)
    var groupOf: [[Int]: Int] = [:]
    for pad in plan.pads.indices {
      let enders = plan.chokes.filter { $0.ends == pad }
      guard let first = enders.first else { continue }
      let group = groupOf[enders.map(\.by).sorted()] ?? groupOf.count + 1
      groupOf[enders.map(\.by).sorted()] = group
      groups[pad] = group
      seconds[pad] = first.seconds
      for ender in enders where chokes[ender.by] == 0 { chokes[ender.by] = group }
    }
  }
}
