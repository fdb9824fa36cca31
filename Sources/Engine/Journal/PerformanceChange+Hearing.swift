// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PerformanceChange {
  /// What a change of the ears is: one of its values, and the frame.
  public struct Hearing: Codable, Sendable, Equatable {
    /// A threshold of one sound.
    public struct Threshold: Codable, Sendable, Equatable {
      /// Name of the sound.
      public let sound: String
      /// In dBFS; missing for the one that the sensitivity sets.
      public let decibels: Float?
    }

    /// A sound that is taught anew.
    public struct Learn: Codable, Sendable, Equatable {
      /// Name of the sound.
      public let sound: String
      /// The next so many hits teach it; with 0 no more do.
      public let hits: Int
    }

    /// The input frame that is heard first with it.
    public let frame: Int
    /// See ``Instrument/HearingControls/sensitivity``.
    public private(set) var sensitivity: Float?
    /// See ``Instrument/HearingControls/strictness``.
    public private(set) var strictness: Strictness?
    /// See ``Instrument/HearingControls/adapts``.
    public private(set) var adapts: Bool?
    /// See ``Instrument/HearingControls/thresholds``.
    public private(set) var threshold: Threshold?
    /// See ``Instrument/HearingChange/learn(sound:hits:)``.
    public private(set) var learn: Learn?
    /// How early a drum answers.
    public private(set) var certainty: Certainty?
    /// How strength becomes velocity.
    public private(set) var velocityCurve: VelocityCurve?

    /// A change at an input frame; `sounds` are the profile's, in its order.
    package init(_ change: HearingChange, sounds: [String], frame: Int) {
      self.frame = frame
      switch change {
      case .sensitivity(let sensitivity): self.sensitivity = sensitivity
      case .strictness(let strictness): self.strictness = strictness
      case .adapts(let adapts): self.adapts = adapts
      case .threshold(let sound, let decibels):
        threshold = Threshold(sound: sounds[sound], decibels: decibels)
      case .learn(let sound, let hits): learn = Learn(sound: sounds[sound], hits: hits)
      case .certainty(let certainty): self.certainty = certainty
      case .velocityCurve(let curve): velocityCurve = curve
      }
    }

    /// The change among the sounds of a profile; nil where they have no such sound.
    package func change(sounds: [String]) -> HearingChange? {
      if let sensitivity { return .sensitivity(sensitivity) }
      if let strictness { return .strictness(strictness) }
      if let adapts { return .adapts(adapts) }
      if let certainty { return .certainty(certainty) }
      if let velocityCurve { return .velocityCurve(velocityCurve) }
      if let learn {
        return sounds.firstIndex(of: learn.sound).map { .learn(sound: $0, hits: learn.hits) }
      }
      guard let threshold, let sound = sounds.firstIndex(of: threshold.sound) else { return nil }
      return .threshold(sound: sound, decibels: threshold.decibels)
    }
  }
}
