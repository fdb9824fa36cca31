// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Puts sounds into sample memory, each once, and the pads that play them together.
struct KitAssembly {
  let pads: [Pad]
  let chokes: [Choke]
  let memory: SampleMemory

  /// What a variation plays.
  private enum Source: Hashable {
    /// A slice as it is; its gain is that of the variation.
    case slice(KitRegion.Slice)
    /// Several regions, or one with a pan of its own, mixed at loading; by their indices.
    case mix([Int], padPan: Float)
  }

  init(regions: [KitRegion], layouts: [PadLayout], store: SoundStore) {
    var soundOf: [Source: Sound] = [:]
    var order: [Source] = []
    var frames: [Source: SoundStore.Frames] = [:]
    for layout in layouts {
      for variation in layout.layers.flatMap(\.variations) {
        let source = Self.source(variation, regions, layout)
        guard frames[source] == nil else { continue }
        order.append(source)
        frames[source] = Self.frames(of: source, regions, store)
      }
    }
    let blocks = frames.values.map { SampleMemory.blocks(frameCount: $0.count) }
    memory = SampleMemory(blockCount: blocks.reduce(0, +))
    for source in order { soundOf[source] = frames[source].flatMap(memory.store) }
    pads = layouts.map { Self.pad($0, regions, soundOf) }
    chokes = Self.chokes(layouts)
  }

  /// What ends what: a stroke in a group ends the voices of pads that are off by it.
  private static func chokes(_ layouts: [PadLayout]) -> [Choke] {
    layouts.indices.flatMap { stroke in
      layouts.indices.filter {
        layouts[stroke].group != 0 && layouts[$0].offBy == layouts[stroke].group
      }.map { Choke(strokePad: stroke, endedPad: $0, seconds: layouts[$0].offSeconds) }
    }
  }

  private static func source(
    _ variation: [Int], _ regions: [KitRegion], _ layout: PadLayout
  ) -> Source {
    if variation.count == 1, regions[variation[0]].pan == layout.pan {
      return .slice(regions[variation[0]].slice)
    }
    return .mix(variation, padPan: layout.pan)
  }

  private static func frames(
    of source: Source, _ regions: [KitRegion], _ store: SoundStore
  ) -> SoundStore.Frames {
    switch source {
    case .slice(let slice): store.frames[slice] ?? []
    case .mix(let indices, let padPan):
      store.mix(
        indices.map { index in
          let region = regions[index]
          return (region.slice, region.gain, region.pan == padPan ? 0 : region.pan)
        })
    }
  }

  private static func pad(
    _ layout: PadLayout, _ regions: [KitRegion], _ soundOf: [Source: Sound]
  ) -> Pad {
    let layers = layout.layers.map { layer in
      Layer(
        velocities: velocities(layer.velocities),
        velocityGains: regions[layer.variations[0][0]].velocityGains,
        variations: layer.variations.compactMap { indices in
          let source = source(indices, regions, layout)
          let gain = if case .slice = source { regions[indices[0]].gain } else { Float(1) }
          return soundOf[source].map { Variation(sound: $0, gain: gain) }
        })
    }
    return Pad(
      role: layout.role, name: layout.name, pan: layout.pan, layers: layers)
  }

  /// MIDI velocities as strengths 0...1; neighbouring ranges share their border.
  private static func velocities(_ range: ClosedRange<Int>) -> ClosedRange<Float> {
    let low = range.lowerBound == 0 ? 0 : (Float(range.lowerBound) - 0.5) / 127
    let high = range.upperBound == 127 ? 1 : (Float(range.upperBound) + 0.5) / 127
    return low...high
  }
}
