// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A hit with its measurements.
struct MeasuredHit {
  /// Its microphones in one mix.
  let sound: SoundRecipe
  /// The same in the parts that need voices of their own; one where none does.
  let strands: [HitPlan.Strand]
  /// A linear gain, in addition to the gains in the sound.
  let gain: Float
  let figures: HitFigures
  let durationSeconds: Double
  /// Its first microphone.
  let region: KitRegion

  var loudness: Float { figures.loudnessDecibels }
}

/// Hits that answer a range of velocities.
struct MeasuredLayer {
  let velocities: ClosedRange<Int>
  /// The velocity at which its hits sound unchanged, if that is known from elsewhere.
  let anchor: Float?
  let hits: [MeasuredHit]

  /// The mean of the hits that are not silent; -infinity if all are.
  var loudness: Float {
    let heard = hits.map(\.loudness).filter(\.isFinite)
    return heard.isEmpty ? -.infinity : heard.reduce(0, +) / Float(heard.count)
  }

  /// How its hits ring on: the level over the first 200 ms above that over the first 50, in
  /// decibels, as the mean of the hits that are not silent.
  var sustain: Float {
    let heard = hits.filter { $0.loudness.isFinite }.map(\.figures.sustainDecibels)
    return heard.isEmpty ? 0 : heard.reduce(0, +) / Float(heard.count)
  }

  /// ``loudness`` as it was recorded: without the gain that the kit adds to this layer alone, and
  /// with `gain` instead. Kits raise soft layers for players that lower them again with velocity.
  func recordedLoudness(gain: Float) -> Float {
    guard loudness.isFinite, layerGain > 0, gain > 0 else { return loudness }
    return loudness + 20 * log10(gain / layerGain)
  }

  /// Linear.
  var layerGain: Float { hits[0].region.layerGain }

  var response: VelocityResponse { hits[0].region.response }

  /// One of several mixes through which its kit fades.
  var isCrossfaded: Bool { hits[0].region.crossfade != nil }

  /// The velocity that stands for it where its loudness rises from layer to layer: the middle, if
  /// none is known from elsewhere.
  var anchorVelocity: Float {
    anchor ?? Float(max(1, velocities.lowerBound) + max(1, velocities.upperBound)) / 2
  }

  /// How loud it is at a velocity as its kit was made.
  func asMade(velocity: Float) -> Float { loudness + response.decibels(velocity) }
}

/// A pad whose hits were measured.
struct MeasuredPad {
  let description: PadDescription
  /// By rising velocity, without gaps.
  let layers: [MeasuredLayer]

  init(_ description: PadDescription, _ layers: [MeasuredLayer]) {
    self.description = description
    self.layers = layers
  }

  /// The layers that are not silent.
  var heard: [MeasuredLayer] { layers.filter { $0.loudness.isFinite } }
}

/// Decides where the dynamics of each pad are, so that velocity is never applied twice.
struct VelocityPolicy {
  /// Layers whose loudness rises by this many decibels carry the dynamics themselves, whatever the
  /// other pads do.
  static let recordedRiseDecibels: Float = 12
  /// Layers of a kit with recorded dynamics whose loudness rises by less, in decibels, do not carry
  /// them.
  static let leastRiseDecibels: Float = 6

  /// What the kit declares; otherwise what most of its pads with several layers do.
  let dynamics: KitDynamics
  private let isDeclared: Bool

  /// - Parameter declared: What the kit says of all its pads; nil if it says nothing.
  init(_ pads: [MeasuredPad], declared: KitDynamics?) {
    isDeclared = declared != nil
    let layered = pads.filter { $0.heard.count > 1 }
    let recorded = layered.count {
      Self.isDeclaredRecorded($0) || Self.rise($0) >= Self.recordedRiseDecibels
    }
    dynamics = declared ?? (recorded * 2 > layered.count ? .recorded : .normalised)
  }

  /// How much louder the hardest layer of a pad was recorded than the softest, in decibels.
  private static func rise(_ pad: MeasuredPad) -> Float {
    guard let first = pad.heard.first, let last = pad.heard.last else { return 0 }
    return last.recordedLoudness(gain: 1) - first.recordedLoudness(gain: 1)
  }

  /// The pad's own sounds make the difference between soft and hard hits.
  func isRecorded(_ pad: MeasuredPad) -> Bool {
    // A single layer has no dynamics of its own. Nor have layers that are all about equally loud.
    guard pad.heard.count > 1 else { return false }
    if Self.isDeclaredRecorded(pad) { return true }
    return switch dynamics {
    case .recorded: Self.rise(pad) >= Self.leastRiseDecibels
    case .normalised: !isDeclared && Self.rise(pad) >= Self.recordedRiseDecibels
    }
  }

  /// The kit itself plays lower layers at full gain.
  static func isDeclaredRecorded(_ pad: MeasuredPad) -> Bool {
    pad.heard.dropLast().contains { layer in
      layer.response.isDeclared && layer.response.gains[layer.velocities.upperBound] >= 0.99
    }
  }
}
