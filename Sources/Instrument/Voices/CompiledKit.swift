// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A kit as the audio thread reads it: flat tables of plain values.
struct CompiledKit: ~Copyable {
  /// A pad: a stretch of ``layers``.
  struct PadEntry: BitwiseCopyable {
    let randomOffsets: RandomOffsets
    let voiceLimit: VoiceLimit?
    let firstLayer: Int
    let layerCount: Int
    /// The key by which a ``PadAddress`` names it.
    let nameKey: UInt64
    /// The same by its MIDI note; 0 if it has none.
    let noteKey: UInt64
    /// The MIDI note at which its sounds are as they lie in memory; nil where it follows no keys.
    let ownKey: Float?
    /// From one key to the next.
    let semitonesPerKey: Float
    /// How long it fades once its note ends; 0 for a pad that sounds to its end.
    let releaseFrames: Int
  }

  /// A layer: its range, its velocity curve in ``velocityGains``, and a stretch of ``variations``.
  struct LayerEntry: BitwiseCopyable {
    let lowestVelocity: Float
    let highestVelocity: Float
    let firstVelocityGain: Int
    let firstVariation: Int
    let variationCount: Int
    let isAccented: Bool

    /// How far a velocity lies outside of the layer; 0 inside.
    @_noLocks func distance(velocity: Float) -> Float {
      max(0, max(lowestVelocity - velocity, velocity - highestVelocity))
    }
  }

  let padCount: Int
  let layerCount: Int
  let variationCount: Int
  let sampleRateHz: Float
  /// Nothing of it is still being loaded.
  let isWhole: Bool
  /// The key of ``SoundAddress`` rules for this kit alone.
  let nameKey: UInt64
  let memory: SampleMemory.View
  let pads: UnsafeMutablePointer<PadEntry>
  let layers: UnsafeMutablePointer<LayerEntry>
  /// Those that strokes choose from, then what sounds along with them.
  let variations: UnsafeMutablePointer<Variation>
  /// For each variation to choose from, the stretch of ``variations`` that sounds along with it.
  private let partnerRanges: UnsafeMutablePointer<(first: Int32, end: Int32)>
  private let velocityGains: UnsafeMutablePointer<Float>
  /// How long voices of a pad fade that a stroke chokes, in frames, 0 for not at all, below 0 where
  /// they fade steeply: those of the stroke's pad side by side.
  private let chokeFrames: UnsafeMutablePointer<Int32>
  /// Keeps the sounds alive; opaque, so that the audio thread never counts references.
  private let kit: UnsafeMutableRawPointer

  /// Lays the tables of `kit` out.
  init(_ kit: Kit) {
    let rate = Float(kit.sampleRateHz)
    let allLayers = kit.pads.flatMap(\.layers)
    let chosen = allLayers.flatMap(\.variations)
    let partners = allLayers.flatMap { layer in
      layer.partners.isEmpty ? layer.variations.map { _ in [] } : layer.partners
    }
    let allVariations = chosen + partners.joined()
    pads = .allocate(capacity: kit.pads.count)
    layers = .allocate(capacity: allLayers.count)
    variations = .allocate(capacity: allVariations.count)
    velocityGains = .allocate(capacity: allLayers.count * Self.pointsPerCurve)
    for (index, variation) in allVariations.enumerated() {
      (variations + index).initialize(to: variation)
    }
    partnerRanges = .allocate(capacity: chosen.count)
    var firstPartner = Int32(chosen.count)
    for (index, partners) in partners.enumerated() {
      let end = firstPartner + Int32(partners.count)
      (partnerRanges + index).initialize(to: (firstPartner, end))
      firstPartner = end
    }
    var firstVariation = 0
    for (index, layer) in allLayers.enumerated() {
      let firstVelocityGain = index * Self.pointsPerCurve
      for (point, gain) in layer.velocityGains.enumerated() {
        (velocityGains + firstVelocityGain + point).initialize(to: gain)
      }
      (layers + index).initialize(
        to: LayerEntry(
          lowestVelocity: layer.velocities.lowerBound, highestVelocity: layer.velocities.upperBound,
          firstVelocityGain: firstVelocityGain, firstVariation: firstVariation,
          variationCount: layer.variations.count, isAccented: layer.isAccented))
      firstVariation += layer.variations.count
    }
    var firstLayer = 0
    for (index, pad) in kit.pads.enumerated() {
      (pads + index).initialize(
        to: PadEntry(
          randomOffsets: pad.randomOffsets, voiceLimit: pad.voiceLimit, firstLayer: firstLayer,
          layerCount: pad.layers.count, nameKey: PadAddress.key(pad.name),
          noteKey: pad.note.map { PadAddress.key("\($0)") } ?? 0,
          ownKey: pad.note.map { Float($0) }, semitonesPerKey: pad.zone.semitonesPerKey,
          releaseFrames: pad.zone.releaseSeconds.map {
            max(1, Units.frames(seconds: $0, sampleRateHz: rate))
          } ?? 0))
      firstLayer += pad.layers.count
    }
    let count = kit.pads.count
    chokeFrames = .allocate(capacity: count * count)
    chokeFrames.initialize(repeating: 0, count: count * count)
    for choke in kit.chokes {
      let frames = Int32(max(1, choke.seconds * rate + 0.5))
      chokeFrames[choke.strokePad * count + choke.endedPad] = choke.isSteep ? -frames : frames
    }
    padCount = count
    layerCount = allLayers.count
    variationCount = chosen.count
    sampleRateHz = rate
    isWhole = kit.isWhole
    nameKey = PadAddress.key(kit.name)
    memory = kit.memory.view
    self.kit = Unmanaged.passRetained(kit).toOpaque()
  }

  deinit {
    pads.deallocate()
    layers.deallocate()
    variations.deallocate()
    partnerRanges.deallocate()
    velocityGains.deallocate()
    chokeFrames.deallocate()
    Unmanaged<Kit>.fromOpaque(kit).release()
  }

  private static let pointsPerCurve = 128

  /// The stretch of ``variations`` that sounds along with a chosen one.
  @_noLocks func partners(of variation: Int) -> (first: Int, end: Int) {
    let range = partnerRanges[variation]
    return (Int(range.first), Int(range.end))
  }

  /// All of these pads are there.
  @_noLocks func has(_ struck: StruckPads) -> Bool {
    for place in 0..<struck.count where struck[place] < 0 || struck[place] >= padCount {
      return false
    }
    return true
  }

  /// The first pad of a name, else of a MIDI note, by its key; nil if there is none.
  @_noLocks func pad(key: UInt64) -> Int? {
    guard key != 0 else { return nil }
    for pad in 0..<padCount where pads[pad].nameKey == key { return pad }
    for pad in 0..<padCount where pads[pad].noteKey == key { return pad }
    return nil
  }

  /// The first layer of a pad that contains the velocity, else the nearest to it.
  @_noLocks func layer(pad: Int, velocity: Float) -> Int {
    let entry = pads[pad]
    var nearest = entry.firstLayer
    for layer in entry.firstLayer..<entry.firstLayer + entry.layerCount
    where layers[layer].distance(velocity: velocity) < layers[nearest].distance(velocity: velocity)
    {
      nearest = layer
    }
    return nearest
  }

  /// The choice belongs to a layer, and that layer has such a variation.
  @_noLocks func isChoice(_ choice: VoiceChoice, ofLayer layer: Int) -> Bool {
    let place = choice.variation - layers[layer].firstVariation
    return choice.layer == layer && place >= 0 && place < layers[layer].variationCount
  }

  /// How many frames of a pad's sound a note reads for each frame that it plays; 1 for the pad's own
  /// key where velocity does not move its pitch.
  @_noLocks func ratio(
    pad: Int, variation: Int, key: Float?, velocity: Float
  ) -> Float {
    let entry = pads[pad]
    var semitones = variations[variation].velocitySemitones * velocity
    if let key, let own = entry.ownKey { semitones += entry.semitonesPerKey * (key - own) }
    return semitones == 0 ? 1 : Units.ratio(cents: 100 * semitones)
  }

  /// How long a pad's voice takes to fade when a stroke on another chokes it, in frames, 0 if it does
  /// not; and whether it fades steeply.
  @_noLocks func choke(of pad: Int, by strokePad: Int) -> (frames: Int, isSteep: Bool) {
    let frames = Int(chokeFrames[strokePad * padCount + pad])
    return (abs(frames), frames < 0)
  }

  /// The place of a velocity among those of a layer, in standard deviations if all were equally
  /// common.
  @_noLocks func strength(layer: Int, velocity: Float) -> Float {
    let entry = layers[layer]
    let width = entry.highestVelocity - entry.lowestVelocity
    let middle = 0.5 * (entry.highestVelocity + entry.lowestVelocity)
    return width > 0 ? 3.4641 * (velocity - middle) / width : 0
  }

  /// Linear gain of a variation struck at a velocity, without that of its pad.
  @_noLocks func gain(layer: Int, variation: Int, velocity: Float) -> Float {
    let curve = velocityGains + layers[layer].firstVelocityGain
    let position = velocity * Float(Self.pointsPerCurve - 1)
    let point = Int(position)
    let next = min(point + 1, Self.pointsPerCurve - 1)
    let gain = curve[point] + (curve[next] - curve[point]) * (position - Float(point))
    return gain * variations[variation].gain
  }
}
