// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// A value that is null in JSON where it is not known, rather than left out.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A kit that is found, as JSON.
struct KitLine: Encodable {
  let name: String
  let format: String
  let path: String

  init(_ kit: KitLocator.Found) {
    (name, format, path) = (kit.name, kit.format.rawValue, kit.path)
  }
}

/// What is in a kit, as JSON.
struct KitSummary: Encodable {
  struct Pad: Encodable {
    let name: String
    let role: String
    @OrNull private(set) var note: Int?
    let layers: Int
    let variations: Int

    init(_ pad: PadPlan) {
      (name, role, note) = (pad.name, pad.role.name, pad.note)
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

  let name: String
  let format: String
  let dynamics: String
  let author: String?
  @OrNull private(set) var licence: String?
  let notes: String?
  /// Of a kit that names them.
  let microphones: [String]?
  let gainDecibels: Float
  let pads: [Pad]
  let problems: [Problem]

  init(_ plan: KitPlan) {
    (name, format, dynamics) = (plan.name, plan.format.rawValue, plan.dynamics.rawValue)
    (author, licence, notes) = (plan.credits.author, plan.credits.licence, plan.credits.notes)
    microphones = plan.microphones.isEmpty ? nil : plan.microphones
    gainDecibels = plan.gainDecibels
    pads = plan.pads.map(Pad.init)
    problems = plan.problems.map(Problem.init)
  }
}

/// What is wrong with a kit, and how it will be played, as JSON.
struct KitVerdict: Encodable {
  struct Latency: Encodable {
    let medianMilliseconds: Double
    let worstMilliseconds: Double

    init(_ seconds: [Double]) {
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

  struct Pad: Encodable {
    let name: String
    let role: String
    @OrNull private(set) var note: Int?
    let layers: Int
    let variations: Int
    let layersInDetail: [Layer]
    let hiddenLatency: Latency
    let playedLatency: Latency
    let kitStepDecibels: Float
    let playedStepDecibels: Float
    /// At MIDI velocities 1...127; left out for silence.
    let loudnessDecibels: [Float]?

    init(_ pad: PadPlan) {
      let summary = KitSummary.Pad(pad)
      (name, role, note) = (summary.name, summary.role, summary.note)
      (layers, variations) = (summary.layers, summary.variations)
      layersInDetail = pad.layers.map(Layer.init)
      hiddenLatency = Latency(pad.hits.map(\.hiddenLatencySeconds))
      playedLatency = Latency(pad.hits.map(\.latencySeconds))
      kitStepDecibels = pad.kitStepDecibels
      playedStepDecibels = pad.stepDecibels
      let curve = Array(pad.loudnessDecibels.dropFirst())
      loudnessDecibels = curve.allSatisfy(\.isFinite) ? curve : nil
    }
  }

  let name: String
  let format: String
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

  init(_ plan: KitPlan) {
    let summary = KitSummary(plan)
    (name, format, dynamics) = (summary.name, summary.format, summary.dynamics)
    (author, licence, problems) = (summary.author, summary.licence, summary.problems)
    isSound = !plan.problems.contains(where: \.isFault)
    let hits = plan.pads.flatMap(\.hits)
    hiddenLatency = Latency(hits.map(\.hiddenLatencySeconds))
    playedLatency = Latency(hits.map(\.latencySeconds))
    pads = plan.pads.map(Pad.init)
    kitStepDecibels = pads.map(\.kitStepDecibels).max() ?? 0
    playedStepDecibels = pads.map(\.playedStepDecibels).max() ?? 0
  }
}
