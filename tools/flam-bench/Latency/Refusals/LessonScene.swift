// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Profiles
import Simulation

/// Sounds that are taught, and the share of their hits that can be distinguished.
struct LessonScene {
  /// The lesson.
  enum Kind: String, CaseIterable {
    case apart = "sounds far apart"
    case one = "one sound, two names"
    case oneInFew = "the same, few hits"
    case threeOfOne = "one sound, three names"

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .apart }
  }

  let sounds: [(name: String, examples: [Example])]
  /// Of many more such hits; the chance level if the sounds are one.
  let rightShare: Double

  init(_ kind: Kind, seed: UInt64) {
    var scene = SceneSounds(seed: seed)
    func sound(_ hertz: Double) -> StruckSounds.Sound {
      StruckSounds.Sound(
        frequencyHz: hertz, decaySeconds: scene.within(0.008, 0.03),
        noise: Float(scene.within(0.05, 0.3)))
    }
    let low = sound(scene.within(150, 400))
    let high = sound(scene.within(2500, 5000))
    let played: [StruckSounds.Sound] =
      switch kind {
      case .apart: [low, high]
      case .one, .oneInFew: [low, low]
      case .threeOfOne: [high, high, high]
      }
    let count = kind == .oneInFew ? 3 : Int(scene.within(8, 20))
    sounds = played.enumerated().map { index, sound in
      (
        "\(index)",
        StruckSounds.examples(sound, count: count, seed: seed &* 10 &+ UInt64(index))
      )
    }
    rightShare = kind == .apart ? 1 : 1 / Double(played.count)
  }
}
