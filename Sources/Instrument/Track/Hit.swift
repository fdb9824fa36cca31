// SPDX-License-Identifier: GPL-3.0-or-later

/// The judgement of a hit at one moment.
public struct Decision: BitwiseCopyable, Sendable {
  /// Frames of the input heard when the decision became available.
  public var frame: Int
  /// Index into the sounds of the profile; nil for a hit of none of them.
  public var sound: Int?
  /// Probability that `sound` is right, 0...1.
  public var confidence: Float
  /// Strength of the hit, 0...1.
  public var velocity: Float
  /// Peak level that the hit was expected to reach, in dBFS.
  public var peakDecibels: Float
  /// The middle of its spectrum so far: the base-2 logarithm of a frequency in hertz.
  public var brightnessOctaves: Float

  /// A decision taken when `frame` frames had been heard.
  @_noLocks public init(
    frame: Int, sound: Int?, confidence: Float, velocity: Float, peakDecibels: Float,
    brightnessOctaves: Float
  ) {
    self.frame = frame
    self.sound = sound
    self.confidence = confidence
    self.velocity = velocity
    self.peakDecibels = peakDecibels
    self.brightnessOctaves = brightnessOctaves
  }
}

/// One hit: heard, decided on, answered, and as reported once it can no longer change.
public struct Hit: BitwiseCopyable, Sendable {
  /// At most this many decisions are kept: one a horizon, and some of the touch before the stroke.
  public static var maximumDecisions: Int { @_noLocks get { 12 } }

  /// Counts from 1 in the order of the onsets.
  public var number: Int
  /// Its identity from beginning to end.
  public internal(set) var identity: HitIdentity
  /// Its number for voices: counts from 1 in the order in which hits began, including those
  /// withdrawn later.
  public var beginning: Int { @_noLocks get { identity.number } }
  /// Input frame at which the hit begins.
  public var onsetFrame: Int
  /// Frame of the mix at which its voice begins; nil if it has none. It is played
  /// ``Instrument/outputLatencyFrames`` later.
  public var startFrame: Int?
  /// By how much output frames were counted ahead of the input frames that they answer when the
  /// voice was asked for: 0 on one clock.
  public var outputOffsetFrames = 0
  /// Largest amplitude heard so far, linear.
  public var peakAmplitude: Float
  /// The voice could not start in time and began at once.
  public var isLate: Bool
  /// Least peak that it needed to be answered, in dBFS; nil if there was none.
  public var thresholdDecibels: Float?
  /// Why it is not answered; nil if it is.
  public var refusal: Refusal?
  /// How many decibels it lacked to be answered, 0 or more; nil if it was answered, or if another
  /// measure than its level decided. See ``Refusal``.
  public var marginDecibels: Float?
  /// How far it was taken for a stroke; nil before enough of it was heard.
  public var judgement: HitJudgement?
  /// What it says about learning while playing; nil if nothing is learned.
  public var learning: HitLearning?
  private var kept: InlineArray<12, Decision>
  private var keptCount: Int

  /// A hit as its first decision sees it.
  ///
  /// - Parameter touch: The touch before the stroke, nil if none was heard. Its judgement holds for
  ///   the stroke until more of that is heard.
  @_noLocks public init(
    number: Int, onsetFrame: Int, peakAmplitude: Float, first: Decision, touch: Hit? = nil
  ) {
    self.number = number
    identity = HitIdentity(heard: number)
    self.onsetFrame = onsetFrame
    self.peakAmplitude = peakAmplitude
    startFrame = nil
    isLate = false
    thresholdDecibels = nil
    refusal = nil
    marginDecibels = nil
    judgement = nil
    learning = nil
    kept = InlineArray(repeating: first)
    keptCount = 1
    guard let touch else { return }
    keptCount = 0
    for index in 0..<touch.decisionCount {
      var decision = touch.decision(index)
      if decision.frame <= onsetFrame {
        // Of the judgements before the stroke, the last counts.
        decision.frame = onsetFrame
        keptCount = 0
      }
      decide(decision)
    }
    decide(first)
  }

  /// How far the judge's odds fell short; nil if it did not refuse the hit.
  public var marginLogOdds: Float? {
    guard refusal == .unknownSound || refusal == .notAStroke, let judgement else { return nil }
    return max(0, judgement.marginLogOdds)
  }

  /// How many decisions there are; at least one.
  public var decisionCount: Int { @_noLocks get { keptCount } }

  /// The decision at `index`, in the order in which they were taken.
  @_noLocks public func decision(_ index: Int) -> Decision { kept[index] }

  /// The decision that counts.
  public var latest: Decision { @_noLocks get { kept[keptCount - 1] } }

  /// Forgets judgements before ``latest``.
  @_noLocks public mutating func forgetEarlierDecisions() {
    kept[0] = latest
    keptCount = 1
  }

  /// Keeps one more decision; if there is no room for it, in place of the last.
  @_noLocks public mutating func decide(_ decision: Decision) {
    if keptCount < Self.maximumDecisions { keptCount += 1 }
    kept[keptCount - 1] = decision
  }
}
