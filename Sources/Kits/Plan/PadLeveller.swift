// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Brings the layers and variations of a pad to one loudness that rises with velocity.
struct PadLeveller {
  /// What is levelled.
  enum Levelling {
    /// Nothing: it sounds as its kit says.
    case none
    /// The first 50 ms.
    case early
    /// The first 50 ms, and layers over 200 ms, too.
    case ringing
  }

  /// Most that a variation is brought nearer to the others, in decibels.
  static let mostDecibels: Float = 24
  /// Levelling may take variations this much further apart than they were recorded, in decibels,
  /// over the first 50 ms or over the first 200.
  static let furtherDecibels: Float = 0.5
  /// A layer this much softer than the one below is reported, in decibels.
  static let inversionDecibels: Float = 1
  /// A step this large between neighbouring velocities is reported, in decibels.
  static let stepDecibels: Float = 3

  let plan: PadPlan

  init(
    _ pad: MeasuredPad, _ policy: VelocityPolicy, _ levelling: Levelling,
    reporting problems: inout ProblemList
  ) {
    let early = levelling == .none ? Self.asMade(pad) : Self.curve(pad, policy)
    let ringing = RingingCurve(pad.layers)
    let curve = levelling == .ringing ? early.map { ringing.levelled($0) } : early
    let steps = Self.kitSteps(pad)
    let description = pad.description
    if levelling != .none { Self.report(pad, steps, &problems) }
    Self.reportSilences(pad, &problems)
    if levelling != .none, let early, let curve {
      ringing.report(early, curve, of: description, &problems)
    }
    plan = PadPlan(
      role: description.answeringRole, name: description.name, note: description.note,
      zone: description.zone, pan: description.pan,
      randomOffsets: description.randomOffsets, voiceLimit: description.voiceLimit,
      layers: pad.layers.map { Self.layer($0, curve, levelling) },
      loudnessDecibels: curve ?? [Float](repeating: -.infinity, count: 128),
      ringingDecibels: curve.map { ringing.decibels($0) } ?? [],
      kitStepDecibels: steps.map(\.decibels).max() ?? 0)
  }

  /// Loudness at MIDI velocities 0...127; nil if nothing is heard.
  private static func curve(_ pad: MeasuredPad, _ policy: VelocityPolicy) -> [Float]? {
    let heard = pad.heard
    guard let lowest = heard.first, let highest = heard.last else { return nil }
    guard policy.isRecorded(pad) else {
      return LoudnessCurve.normalised(topDecibels: highest.loudness, highest.response)
    }
    let anchors = heard.map { layer in
      let velocity = layer.anchorVelocity
      let ofKit = layer.response.isDeclared ? layer.response.decibels(velocity) : 0
      return LoudnessCurve.Anchor(
        velocity: velocity,
        decibels: layer.recordedLoudness(gain: highest.layerGain) + ofKit)
    }
    return LoudnessCurve.recorded(anchors, lowest: lowest.response, highest: highest.response)
  }

  /// Loudness at MIDI velocities 0...127 as the kit was made; nil if nothing is heard.
  private static func asMade(_ pad: MeasuredPad) -> [Float]? {
    guard !pad.heard.isEmpty else { return nil }
    return (0...127).map { velocity in
      let layer = pad.layers.first { $0.velocities.contains(velocity) }
      return layer?.asMade(velocity: Float(velocity)) ?? -.infinity
    }
  }

  private static func layer(
    _ layer: MeasuredLayer, _ curve: [Float]?, _ levelling: Levelling
  ) -> LayerPlan {
    let level = layer.loudness
    let changes = levelling == .none ? layer.hits.map { _ in 0 } : nearer(layer)
    let hits = zip(layer.hits, changes).map { hit, decibels in
      HitPlan(
        loudnessDecibels: hit.loudness, brightnessHz: hit.figures.brightnessHz,
        hiddenLatencySeconds: hit.figures.onsetSeconds, latencySeconds: hit.figures.latencySeconds,
        durationSeconds: hit.durationSeconds,
        strands: hit.strands, gain: hit.gain * Units.amplitude(decibels: decibels),
        // What is not levelled is not brought back to a level either.
        soundDecibels: levelling == .none
          ? .nan : hit.loudness - Units.decibels(amplitude: hit.gain))
    }
    let gains = curve.map { curve -> [Float]? in
      guard level.isFinite else { return nil }
      return levelling == .none
        ? layer.response.gains : curve.map { Units.amplitude(decibels: $0 - level) }
    }
    return LayerPlan(
      velocities: layer.velocities, loudnessDecibels: level, hits: hits,
      velocityGains: (gains ?? nil) ?? [Float](repeating: 1, count: 128))
  }

  /// How far each variation of a layer is brought nearer to the others, in decibels. The mean of the
  /// layer stays where it is.
  private static func nearer(_ layer: MeasuredLayer) -> [Float] {
    let changes = layer.hits.map { nearer($0, layer) }
    let heard = zip(layer.hits, changes).filter { $0.0.loudness.isFinite }.map(\.1)
    let mean = heard.reduce(0, +) / Float(max(1, heard.count))
    return changes.map { $0 - mean }
  }

  /// How far a variation is brought nearer to the others of its layer, in decibels: half way between
  /// what levels its first 50 ms and what levels its first 200. One that swells differs in the one
  /// where it is equal in the other; neither gets further from the others than it was recorded.
  private static func nearer(_ hit: MeasuredHit, _ layer: MeasuredLayer) -> Float {
    guard layer.loudness.isFinite, hit.loudness.isFinite else { return 0 }
    let early = layer.loudness - hit.loudness
    let whole = early + layer.sustain - hit.figures.sustainDecibels
    let low = max(min(0, 2 * early), min(0, 2 * whole)) - furtherDecibels
    let high = min(max(0, 2 * early), max(0, 2 * whole)) + furtherDecibels
    let bounded = min(high, max(low, (early + whole) / 2))
    return min(mostDecibels, max(-mostDecibels, bounded))
  }

  /// Steps of loudness where a layer follows another, as the kit itself would play them.
  private static func kitSteps(_ pad: MeasuredPad) -> [(velocity: Int, decibels: Float)] {
    zip(pad.layers, pad.layers.dropFirst()).compactMap { lower, upper in
      let velocity = upper.velocities.lowerBound
      guard velocity > 1, lower.loudness.isFinite, upper.loudness.isFinite, lower.anchor == nil,
        !(lower.isCrossfaded && upper.isCrossfaded)
      else { return nil }
      let below = lower.loudness + lower.response.decibels(Float(velocity - 1))
      let above = upper.loudness + upper.response.decibels(Float(velocity))
      return (velocity, above - below)
    }
  }

  private static func report(
    _ pad: MeasuredPad, _ steps: [(velocity: Int, decibels: Float)], _ problems: inout ProblemList
  ) {
    let name = pad.description.name
    for (lower, upper) in zip(pad.heard, pad.heard.dropFirst())
    where lower.loudness - upper.loudness > inversionDecibels && lower.anchor == nil {
      problems.add(
        .loudnessInversion, pad.description.line,
        "'\(name)': \(upper.velocities.velocityText) sounds \(text(lower.loudness - upper.loudness)) dB "
          + "softer than below; levelled")
    }
    for step in steps where abs(step.decibels) > stepDecibels {
      problems.add(
        .loudnessStep, pad.description.line,
        "'\(name)': loudness steps by \(text(step.decibels)) dB at velocity \(step.velocity); levelled"
      )
    }
  }

  /// Returns the velocities at which the kit is silent on purpose, neighbouring layers as one.
  private static func reportSilences(_ pad: MeasuredPad, _ problems: inout ProblemList) {
    var silences: [(velocities: ClosedRange<Int>, share: String)] = []
    for layer in pad.layers {
      let silent = layer.hits.count { $0.sound.parts.isEmpty }
      guard silent > 0 else { continue }
      let share = silent < layer.hits.count ? "in \(silent) of \(layer.hits.count) hits " : ""
      let low = layer.velocities.lowerBound
      if let last = silences.last, last.share == share, last.velocities.upperBound + 1 == low {
        silences[silences.count - 1].velocities =
          last.velocities.lowerBound...layer.velocities.upperBound
      } else {
        silences.append((layer.velocities, share))
      }
    }
    for silence in silences {
      problems.add(
        .explicitSilence, pad.description.line,
        "'\(pad.description.name)' is silent \(silence.share)at \(silence.velocities.velocityText), "
          + "as its kit has it")
    }
  }

  static func text(_ decibels: Float) -> String {
    let tenths = Int((decibels * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
