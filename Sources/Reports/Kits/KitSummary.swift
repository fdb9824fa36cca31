// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Profiles

/// A value that is null in JSON if it is not known, rather than left out.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A kit that is found, as JSON.
package struct KitLine: Encodable {
  package let name: String
  package let format: String
  package let path: String
  /// False if it will be made when first played.
  let made: Bool

  package init(_ kit: KitLocator.Found, isMade: Bool) {
    (name, format, path, made) = (kit.name, kit.format.rawValue, kit.path, isMade)
  }
}

/// The content of a kit, as JSON.
package struct KitSummary: Encodable {
  package struct Pad: Encodable {
    package let name: String
    let role: String
    @OrNull private(set) var note: Int?
    let layers: Int
    let variations: Int
    /// Sounds or notes can strike it.
    let reachable: Bool
    /// Roles of sounds that it answers without anybody's choosing it.
    let roles: [String]
    /// By which a sound is given to it.
    let names: [String]
    /// Sounds of the profile that strike it.
    let sounds: [String]

    package init(_ pad: PadPlan, _ reach: PadReach, sounds: [String]) {
      (name, role, note) = (pad.name, pad.role.name, pad.note)
      reachable = reach.isReachable
      (roles, names, self.sounds) = (reach.roles.map(\.name), reach.names, sounds)
      layers = pad.layers.count
      variations = pad.hits.count
    }
  }

  struct Problem: Encodable {
    let kind: String
    let isFault: Bool
    let file: String?
    let line: Int?
    let message: String

    init(_ problem: KitProblem) {
      (kind, isFault, message) = (problem.kind.rawValue, problem.isFault, problem.message)
      (file, line) = (problem.line?.file, problem.line?.number)
    }
  }

  package let name: String
  package let format: String
  let dynamics: String
  let author: String?
  @OrNull private(set) var licence: String?
  let notes: String?
  /// Of a kit that names them.
  let microphones: [String]?
  let gainDecibels: Float
  let pads: [Pad]
  let problems: [Problem]

  package init(_ plan: KitPlan, _ profile: Profile) {
    (name, format, dynamics) = (plan.name, plan.format.rawValue, plan.dynamics.rawValue)
    (author, licence, notes) = (plan.credits.author, plan.credits.licence, plan.credits.notes)
    microphones = plan.microphones.isEmpty ? nil : plan.microphones
    gainDecibels = plan.gainDecibels
    let struck = profile.sounds.map { plan.pads(for: $0.choice) }
    pads = zip(plan.pads, plan.reaches).enumerated().map { place, pad in
      let sounds = profile.sounds.indices.filter { struck[$0].contains(place) }
      return Pad(pad.0, pad.1, sounds: sounds.map { profile.sounds[$0].name })
    }
    problems = plan.problems.map(Problem.init)
  }
}

/// The faults of a kit, and how it will be played, as JSON.
package struct KitVerdict: Encodable {
  package struct Latency: Encodable {
    let medianMilliseconds: Double
    let worstMilliseconds: Double

    package init(_ seconds: [Double]) {
      let sorted = seconds.sorted()
      medianMilliseconds = 1000 * (sorted.isEmpty ? 0 : sorted[sorted.count / 2])
      worstMilliseconds = 1000 * (sorted.last ?? 0)
    }
  }

  struct Layer: Encodable {
    let velocities: [Int]
    let variations: Int
    /// Left out for silence.
    let loudnessDecibels: Float?

    init(_ layer: LayerPlan) {
      velocities = [layer.velocities.lowerBound, layer.velocities.upperBound]
      variations = layer.hits.count
      loudnessDecibels = layer.loudnessDecibels.isFinite ? layer.loudnessDecibels : nil
    }
  }

  package struct Pad: Encodable {
    package let name: String
    let role: String
    @OrNull private(set) var note: Int?
    let layers: Int
    let variations: Int
    let layersInDetail: [Layer]
    let hiddenLatency: Latency
    let playedLatency: Latency
    let kitStepDecibels: Float
    let playedStepDecibels: Float
    /// By how much the first 200 ms are softer at most than at a lower velocity.
    let playedRingingFallDecibels: Float
    /// Sounds or notes can strike it; roles of sounds that it answers without anybody's choosing
    /// it.
    let reachable: Bool
    let roles: [String]
    /// Those of them that are not its own: the kit does not have their drums.
    let standsInFor: [String]
    /// At MIDI velocities 1...127; left out for silence.
    let loudnessDecibels: [Float]?

    package init(_ pad: PadPlan, _ reach: PadReach) {
      (name, role, note) = (pad.name, pad.role.name, pad.note)
      reachable = reach.isReachable
      (roles, standsInFor) = (reach.roles.map(\.name), reach.standsInFor.map(\.name))
      playedRingingFallDecibels = pad.ringingFallDecibels
      (layers, variations) = (pad.layers.count, pad.hits.count)
      layersInDetail = pad.layers.map(Layer.init)
      hiddenLatency = Latency(pad.hits.map(\.hiddenLatencySeconds))
      playedLatency = Latency(pad.hits.map(\.latencySeconds))
      kitStepDecibels = pad.kitStepDecibels
      playedStepDecibels = pad.stepDecibels
      let curve = Array(pad.loudnessDecibels.dropFirst())
      loudnessDecibels = curve.allSatisfy(\.isFinite) ? curve : nil
    }
  }

  package let name: String
  package let format: String
  let dynamics: String
  let author: String?
  @OrNull private(set) var licence: String?
  /// Nothing of it is missing or damaged.
  let isSound: Bool
  let hiddenLatency: Latency
  let playedLatency: Latency
  let kitStepDecibels: Float
  let playedStepDecibels: Float
  let pads: [Pad]
  let problems: [KitSummary.Problem]

  package init(_ plan: KitPlan) {
    (name, format, dynamics) = (plan.name, plan.format.rawValue, plan.dynamics.rawValue)
    (author, licence) = (plan.credits.author, plan.credits.licence)
    problems = plan.problems.map(KitSummary.Problem.init)
    isSound = !plan.problems.contains(where: \.isFault)
    let hits = plan.pads.flatMap(\.hits)
    hiddenLatency = Latency(hits.map(\.hiddenLatencySeconds))
    playedLatency = Latency(hits.map(\.latencySeconds))
    pads = zip(plan.pads, plan.reaches).map(Pad.init)
    kitStepDecibels = pads.map(\.kitStepDecibels).max() ?? 0
    playedStepDecibels = pads.map(\.playedStepDecibels).max() ?? 0
  }
}
