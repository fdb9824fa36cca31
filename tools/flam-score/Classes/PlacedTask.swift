// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Simulation

/// Strikes of a task as two microphones would hear them on a table: a simulation (``StruckTable``).
struct PlacedTask {
  /// The difference between sounds.
  enum Kind: String, CaseIterable, Encodable {
    /// One sound at different places, each of which is to be recognised.
    case place
    /// Different sounds, each struck everywhere.
    case sound
    /// Different sounds, each at a place of its own.
    case both = "sound and place"
  }

  let kind: Kind
  let labels: [String]
  let train: [Clip]
  let test: [Clip]
  let background: Background

  /// Strikes of one sound that are learned from and that are to be known, at most.
  private static let (mostTrained, mostTested) = (10, 20)

  /// The strikes of a task at the places of the table of a seed; nil if one sound has too few.
  init?(_ taught: TaughtTask, _ kind: Kind, seed: UInt64) {
    let task = taught.task
    self.kind = kind
    let table = StruckTable(seed: seed, sampleRateHz: task.sampleRateHz)
    let places = StruckTable.placeCount
    var maker = NoiseMaker(seed: seed)
    var strike: UInt64 = 1000 * seed
    func placed(_ clip: Clip, at place: Int, as label: String) -> Clip {
      strike += 1
      let heard = table.heard(clip.samples, place: place, seed: strike)
      var placed = Clip(
        samples: heard.first, sampleRateHz: clip.sampleRateHz, onsetFrame: clip.onsetFrame,
        label: label, levelDecibels: clip.levelDecibels)
      placed.second = heard.second
      return placed
    }
    /// Of each place some strikes, the same of all.
    func atPlaces(_ clips: [Clip], _ label: String, most: Int) -> [Clip] {
      let clips = clips.filter { $0.label == label }.prefix(most)
      return (0..<places).flatMap { place in
        clips.map { placed($0, at: place, as: "place \(place + 1)") }
      }
    }
    func ofSounds(_ clips: [Clip], most: Int) -> [Clip] {
      task.labels.enumerated().flatMap { index, label in
        clips.filter { $0.label == label }.prefix(most).map { clip in
          let place =
            switch kind {
            case .both: index % places
            case .place, .sound: maker.index(below: places)
            }
          return placed(clip, at: place, as: label)
        }
      }
    }
    switch kind {
    case .place:
      let label = task.labels.max { one, other in
        let counts = [one, other].map { label in task.train.count { $0.label == label } }
        return counts[0] < counts[1]
      }
      guard let label else { return nil }
      train = atPlaces(task.train, label, most: Self.mostTrained)
      test = atPlaces(task.test, label, most: Self.mostTested)
      labels = (1...places).map { "place \($0)" }
    case .sound, .both:
      train = ofSounds(task.train, most: Self.mostTrained)
      test = ofSounds(task.test, most: Self.mostTested)
      labels = task.labels
    }
    guard train.count >= 3 * labels.count, !test.isEmpty else { return nil }
    background = taught.background
  }

  /// How the strikes are known by both microphones, or by the first alone.
  func trials(byBoth: Bool) throws -> ClassTrials {
    func heard(_ clips: [Clip]) -> [Clip] {
      clips.map { clip in
        var clip = clip
        if !byBoth { clip.second = nil }
        return clip
      }
    }
    let profile = try TaughtTask.profile(heard(train), over: background, labels: labels)
    var maker = NoiseMaker(seed: 4)
    let order = maker.order(count: test.count).map { test[$0] }
    return ClassTrials(heard(order), over: background, profile: profile)
  }
}
