// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// Puts the pads of a kit together whose sounds are in sample memory.
struct KitAssembly {
  let pads: [Pad]
  let chokes: [Choke]

  init(_ plan: KitPlan, _ soundOf: [SoundRecipe: StoredSound]) {
    let gain = Units.amplitude(decibels: plan.gainDecibels)
    pads = plan.pads.map { pad in
      Pad(
        role: pad.role, name: pad.name, note: pad.note, zone: pad.zone, gain: gain, pan: pad.pan,
        randomOffsets: pad.randomOffsets, voiceLimit: pad.voiceLimit,
        brightnessHz: pad.brightnessHz, isRoll: pad.isRoll,
        layers: pad.layers.map { Self.layer($0, pan: pad.pan, soundOf) })
    }
    chokes = plan.chokes.map {
      Choke(strokePad: $0.by, endedPad: $0.ends, seconds: $0.seconds, isSteep: $0.isSteep)
    }
  }

  private static func layer(
    _ layer: LayerPlan, pan: Float, _ soundOf: [SoundRecipe: StoredSound]
  ) -> Layer {
    let strengths = deviations(layer.hits.map(\.loudnessDecibels), least: 0.5)
    let brightness = deviations(layer.hits.map { log2($0.brightnessHz) }, least: 0.05)
    let variations = layer.hits.enumerated().map { index, hit in
      hit.strands.compactMap { strand in
        soundOf[strand.sound].map {
          Variation(
            sound: $0.sound, gain: hit.gain(ofSoundAt: $0.power.decibels(pan: pan)),
            strength: strengths[index], brightness: brightness[index], choke: strand.voicing.choke,
            velocitySemitones: strand.voicing.velocitySemitones)
        }
      }
    }.filter { !$0.isEmpty }
    let isSplit = variations.contains { $0.count > 1 }
    return Layer(
      velocities: velocities(layer.velocities), velocityGains: layer.velocityGains,
      variations: variations.map { $0[0] }, isAccented: isAccented(layer.hits),
      partners: isSplit ? variations.map { Array($0.dropFirst()) } : [])
  }

  /// One of several hits is what sounds in all the others too.
  private static func isAccented(_ hits: [HitPlan]) -> Bool {
    let sounds = Set(hits.map { Set($0.sounds.flatMap(\.parts).map(\.slice)) })
    return sounds.count > 1
      && sounds.contains { own in !own.isEmpty && sounds.allSatisfy(own.isSubset) }
  }

  /// How far values lie from their mean, in standard deviations of at least `least`; 0 for what is no number.
  private static func deviations(_ values: [Float], least: Float) -> [Float] {
    let known = values.filter(\.isFinite)
    let count = Float(max(1, known.count))
    let mean = known.reduce(0, +) / count
    let variance = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let unit = max(least, variance.squareRoot())
    return values.map { $0.isFinite ? ($0 - mean) / unit : 0 }
  }

  /// MIDI velocities as strengths 0...1; neighbouring ranges share their border.
  private static func velocities(_ range: ClosedRange<Int>) -> ClosedRange<Float> {
    let low = range.lowerBound == 0 ? 0 : (Float(range.lowerBound) - 0.5) / 127
    let high = range.upperBound == 127 ? 1 : (Float(range.upperBound) + 0.5) / 127
    return low...high
  }
}
