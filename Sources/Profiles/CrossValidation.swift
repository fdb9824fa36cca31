// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How well a profile distinguishes its sounds. Each example is judged by a model that did not
/// learn from it.
public struct CrossValidation: Sendable {
  /// The number of parts into which the examples of a sound are divided.
  public static let partCount = 5
  /// Fewer unseen examples do not show how much a sound varies.
  static let fewestExamples = 4

  /// Names of the sounds.
  public let names: [String]
  /// The number of examples by horizon, sound played and sound taken for.
  public private(set) var confusions: [[[Int]]]
  /// The number of examples by horizon whose sound at that horizon is replaced by a later judgement.
  private var replacedCounts: [Int]
  /// Mean squared distance of the unseen examples of each sound from it at the last horizon; nil if there was none.
  public private(set) var usualDistances: [Float?]
  /// The certainty at the last horizon that nine of ten unseen examples of each sound exceed; nil if there were fewer
  /// than ``fewestExamples``.
  public private(set) var usualCertainties: [Float?]
  /// What the unseen examples say about confidences.
  public private(set) var calibration = Calibration()

  /// Sounds of which no example was judged.
  init(untried names: [String]) {
    self.names = names
    let empty = [[Int]](repeating: Array(repeating: 0, count: names.count), count: names.count)
    confusions = Array(repeating: empty, count: HitFeatures.horizonCount)
    replacedCounts = Array(repeating: 0, count: HitFeatures.horizonCount)
    usualDistances = names.map { _ in nil }
    usualCertainties = names.map { _ in nil }
  }

  /// Judges every example of a sound that has two or more.
  public init(sounds: [(name: String, examples: [Example])], trainer: Trainer = Trainer()) {
    self.init(untried: sounds.map(\.name))
    let trials = (0..<Self.partCount).flatMap { Self.trials(sounds, part: $0, trainer: trainer) }
    for trial in trials {
      count(sound: trial.sound, taken: trial.distances.compactMap(Self.nearest))
    }
    usualDistances = sounds.indices.map { sound in
      let own = trials.filter { $0.sound == sound }.compactMap { $0.distances.last?[sound] }
      return own.isEmpty ? nil : own.reduce(0, +) / Float(own.count)
    }
    usualCertainties = sounds.indices.map { sound in
      let own = trials.filter { $0.sound == sound }.compactMap { $0.distances.last }
      let certainties = own.map { Classifier.certainty($0) }.sorted()
      return certainties.count < Self.fewestExamples ? nil : certainties[certainties.count / 10]
    }
    if !trials.isEmpty { calibration = Calibration(trials) }
  }

  /// The share of examples recognised at a horizon; nil if none could be judged.
  public func known(horizon: Int) -> KnownShare? {
    let table = confusions[horizon]
    return KnownShare(
      knownHits: table.indices.reduce(0) { $0 + table[$1][$1] },
      of: table.reduce(0) { $0 + $1.reduce(0, +) })
  }

  /// The share of examples of one sound recognised at a horizon; nil if none could be judged.
  public func known(sound: Int, horizon: Int) -> KnownShare? {
    let row = confusions[horizon][sound]
    return KnownShare(knownHits: row[sound], of: row.reduce(0, +))
  }

  /// The share of examples whose sound at a horizon is replaced by a later judgement; nil if none
  /// could be judged.
  public func replaced(horizon: Int) -> KnownShare? {
    known(horizon: horizon).flatMap { KnownShare(knownHits: replacedCounts[horizon], of: $0.hits) }
  }

  /// Counts an example of a sound, by the sound that it is taken for at each horizon.
  mutating func count(sound: Int, taken: [Int]) {
    for (horizon, nearest) in taken.enumerated() {
      confusions[horizon][sound][nearest] += 1
      if taken[horizon...].contains(where: { $0 != nearest }) { replacedCounts[horizon] += 1 }
    }
  }

  private static func nearest(_ distances: [Float]) -> Int? {
    distances.indices.min { distances[$0] < distances[$1] }
  }

  /// The share of examples recognised at a horizon, 0...1; nil if none could be judged.
  public func accuracy(horizon: Int) -> Double? { known(horizon: horizon)?.share }

  /// Pairs of sounds that are mistaken for each other in at least a tenth of their examples at the
  /// last horizon, the worst first.
  public var confusablePairs: [(first: String, second: String, share: Double)] {
    guard let table = confusions.last else { return [] }
    var pairs: [(first: String, second: String, share: Double)] = []
    for first in table.indices {
      for second in table.indices where second > first {
        let played = table[first].reduce(0, +) + table[second].reduce(0, +)
        let mistaken = table[first][second] + table[second][first]
        if played > 0, mistaken * 10 >= played {
          pairs.append((names[first], names[second], Double(mistaken) / Double(played)))
        }
      }
    }
    return pairs.sorted { $0.share > $1.share }
  }

  private static func trials(
    _ sounds: [(name: String, examples: [Example])], part: Int, trainer: Trainer
  ) -> [Calibration.Trial] {
    let kept = sounds.map { sound in
      let isSingle = sound.examples.count < 2
      let examples = sound.examples.indices.filter { isSingle || $0 % partCount != part }
      return (name: sound.name, examples: examples.map { sound.examples[$0] })
    }
    let model = trainer.model(sounds: kept)
    let discriminant = Discriminant(model: model, bandCount: model.bandCount)
    let waves = WaveMatch(model: model)
    let places = model.places.map { PlaceMatch(model: $0) }
    return sounds.indices.flatMap { index -> [Calibration.Trial] in
      let examples = sounds[index].examples
      guard examples.count > 1 else { return [] }
      // Today's position counts, not an earlier one.
      let today = examples.map(\.session).max()
      let held = examples.indices.filter {
        $0 % partCount == part && examples[$0].session == today
      }
      return held.map { held in
        let distances = (0..<HitFeatures.horizonCount).map { horizon in
          let heard = examples[held].heard(horizon: horizon, bandCount: model.bandCount)
          var distances = discriminant.distances(
            features: heard.features, earlier: heard.earlier, horizon: horizon)
          if horizon <= HitWave.lastHorizon {
            waves.add(examples[held].heardWaves[horizon], horizon: horizon, to: &distances)
          }
          if let difference = examples[held].difference(horizon: horizon) {
            places?.add(difference, horizon: horizon, to: &distances)
          }
          return distances
        }
        return (index, distances)
      }
    }
  }
}
