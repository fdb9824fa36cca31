// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Instrument
import Profiles

/// Hits of a task as they were taken for one sound or another.
struct ClassTrials {
  /// How far from its onset a hit may be found, in seconds.
  static let tolerance = Tolerance(before: 0.020, after: 0.020)

  /// The opinion of a hit from a moment on, in milliseconds after its true onset; no sound: none of
  /// the profile's.
  struct Opinion {
    var milliseconds: Double
    var sound: String?
    var confidence: Double
  }

  /// A hit that was played.
  struct Trial {
    let label: String
    /// In order; empty if the hit was not found.
    let opinions: [Opinion]

    /// The opinion of it by then.
    func opinion(by milliseconds: Double) -> Opinion? {
      opinions.last { $0.milliseconds <= milliseconds }
    }

    func isKnown(by milliseconds: Double) -> Bool {
      opinion(by: milliseconds).map { $0.sound == label } ?? false
    }
  }

  let trials: [Trial]
  /// Hits that were reported and not played.
  let extra: Int

  init(trials: [Trial], extra: Int) {
    self.trials = trials
    self.extra = extra
  }

  /// Plays `clips` in one go to ears with a profile, which learn while they hear them, or do not.
  init(_ clips: [Clip], over background: Background, profile: Profile, learns: Bool = true) {
    let take = JoinedClips(clips, over: background, seed: 2)
    var controls = HearingControls()
    controls.adapts = learns
    let heard = FlamDetector.hits(
      of: HeldTake(take.samples, second: take.second), sampleRateHz: take.sampleRateHz,
      profile: profile, controls: controls)
    let rate = Double(take.sampleRateHz)
    let matching = Matching(
      truth: take.onsetFrames.map { Double($0) / rate },
      heard: heard.map { Double($0.frame) / rate },
      within: Self.tolerance)
    let found = Dictionary(uniqueKeysWithValues: matching.pairs.map { ($0.truth, $0.heard) })
    trials = clips.indices.map { index in
      let decisions = found[index].map { heard[$0].decisions } ?? []
      return Trial(
        label: clips[index].label,
        opinions: decisions.map { decision in
          Opinion(
            milliseconds: 1000 * Double(decision.frame - take.onsetFrames[index]) / rate,
            sound: decision.sound, confidence: Double(decision.confidence))
        })
    }
    extra = heard.count - found.count
  }

  /// Share of the hits that were known by a moment; one that was not found is not known.
  func accuracy(by milliseconds: Double) -> Double {
    Double(trials.count { $0.isKnown(by: milliseconds) }) / Double(max(1, trials.count))
  }

  /// All but the first hits.
  func dropping(_ count: Int) -> ClassTrials {
    ClassTrials(trials: Array(trials.dropFirst(count)), extra: 0)
  }

  /// Share of the hits that were answered by a drum in the end: found, and one of the profile's sounds.
  var answered: Double {
    Double(trials.count { $0.opinions.last?.sound != nil }) / Double(max(1, trials.count))
  }

  /// Share of the hits that were found at all.
  var found: Double {
    Double(trials.count { !$0.opinions.isEmpty }) / Double(max(1, trials.count))
  }
}
