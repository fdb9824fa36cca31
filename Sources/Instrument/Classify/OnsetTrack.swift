// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How many frames after its onset a hit is judged, horizon by horizon.
public struct HorizonFrames: BitwiseCopyable, Sendable {
  private var frames = InlineArray<7, Int>(repeating: 0)
  let times: OnsetTrack.Times

  /// ``HitFeatures/horizonSeconds`` at a sample rate.
  public init(sampleRateHz: Float) {
    times = OnsetTrack.Times(sampleRateHz: sampleRateHz)
    for (horizon, seconds) in HitFeatures.horizonSeconds.enumerated() {
      frames[horizon] = Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
  }

  /// How long after the onset the decision of a horizon is taken.
  @_noLocks public subscript(horizon: Int) -> Int { frames[horizon] }

  /// The last horizon that a hit of this age has reached; the first if it has reached none.
  @_noLocks func reached(ageFrames: Int) -> Int {
    var horizon = 0
    while horizon + 1 < HitFeatures.horizonCount && frames[horizon + 1] <= ageFrames {
      horizon += 1
    }
    return horizon
  }
}

/// The presumed beginning of a hit, and the horizon of its next judgement, while more and more of
/// it is heard.
///
/// A hand may touch before it strikes. So the onset is located again every ``lookSeconds`` while
/// the hit is young: by the loudest of it so far, and by the usual loudness of strokes. Until the
/// hit is answered its onset may move either way. Later it moves only if a stroke follows that
/// shows the earlier sound to be a mere touch; and the stroke is answered anew only if that mends
/// more than it delays. A possible touch is held back when its answer is due, for ``holdSeconds``
/// at most; a soft stroke is not, because it decays. Where the hand was heard before the last
/// strokes, a sound far below them is held back for ``approachSeconds`` at most, so that it plays no
/// drum of its own.
///
/// The first decisions count from there. Before each later one the onset is located again.
public struct OnsetTrack: BitwiseCopyable, Sendable {
  /// The change of an onset.
  public enum Change: BitwiseCopyable, Sendable {
    /// It did not move.
    case none
    /// It was located more exactly, before the hit was answered.
    case moved
    /// The stroke follows a mere touch, and must be answered anew.
    case struck
    /// It may be a touch: it is not to be answered yet.
    case held
    /// It must be answered after all.
    case released
  }

  /// The first horizon that is counted from the onset as located again; before, too little was
  /// heard to locate it better.
  public static var firstLocatedHorizon: Int { @_noLocks get { 4 } }
  /// A stroke follows its touch within this time, in seconds.
  static let touchSeconds: Float = 0.016
  /// How often the stroke is looked for, in seconds.
  static let lookSeconds: Float = 0.0004
  /// A possible touch is not answered for this long, in seconds.
  static let holdSeconds: Float = 0.006
  /// A hand that is heard on its way arrives within this time, in seconds.
  static let approachSeconds: Float = 0.012
  /// A stroke that begins this much later than the found onset had a touch before it, in seconds.
  private static let struckSeconds: Float = 0.0015
  /// A drum before its stroke is worse than one that is this many times as much too late.
  private static var earlyWeight: Int { @_noLocks get { 2 } }
  /// An onset that moves by less stays where it is, in seconds.
  private static let straySeconds: Float = 0.0003
  /// Hits are answered after this time at the soonest that most players choose, in seconds.
  private static let answerSeconds: Float = HitFeatures.horizonSeconds[2]

  struct Times: BitwiseCopyable, Sendable {
    let touch, look, hold, approach, struck, stray, answer: Int

    init(sampleRateHz: Float) {
      func frames(_ seconds: Float) -> Int {
        Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
      }
      touch = frames(OnsetTrack.touchSeconds)
      look = max(1, frames(OnsetTrack.lookSeconds))
      hold = frames(OnsetTrack.holdSeconds)
      approach = frames(OnsetTrack.approachSeconds)
      struck = frames(OnsetTrack.struckSeconds)
      stray = frames(OnsetTrack.straySeconds)
      answer = frames(OnsetTrack.answerSeconds)
    }
  }

  /// The frame of its first sign, which may be a touch.
  public let signFrame: Int
  /// The presumed beginning of the hit until enough of it was heard to locate it better.
  public private(set) var foundFrame: Int
  /// The frame from which its answer was last counted.
  private var answeredFrame: Int
  /// Its present place.
  public private(set) var onsetFrame: Int
  /// The horizon of the hit's next judgement; ``HitFeatures/horizonCount`` after the last.
  public private(set) var horizon: Int
  /// It may be the touch before a stroke, and is not to be answered yet.
  public private(set) var isHeld = false
  private let horizons: HorizonFrames
  private let times: Times

  /// The hit at `foundFrame`, found when `frameCount` frames had been heard; horizons that had
  /// passed are skipped.
  @_noLocks public init(
    foundFrame: Int, frameCount: Int, horizons: HorizonFrames
  ) {
    signFrame = foundFrame
    self.foundFrame = foundFrame
    answeredFrame = foundFrame
    self.horizons = horizons
    times = horizons.times
    onsetFrame = foundFrame
    horizon = horizons.reached(ageFrames: frameCount - foundFrame)
  }

  /// An onset that the detector finds at `frameCount` within the inhibit time is this hit, whose
  /// onset follows by itself.
  @_noLocks public func covers(frameCount: Int) -> Bool {
    frameCount - signFrame <= times.touch
  }

  /// Whether to locate the onset again at `frameCount`: at intervals, while the hit is young.
  @_noLocks public func looks(atFrame frameCount: Int) -> Bool {
    let age = frameCount - signFrame
    return age > 0 && age <= times.touch && age % times.look == 0
  }

  /// The frame after `frameCount` at which it ``looks(atFrame:)``, or at which the next horizon is
  /// reached or has been, if that comes first.
  @_noLocks func nextFrame(after frameCount: Int) -> Int {
    let next = frameCount &+ 1
    guard horizon < HitFeatures.horizonCount else { return next }
    let reached = max(next, onsetFrame &+ horizons[horizon])
    let lookAge = (max(0, frameCount &- signFrame) / times.look &+ 1) &* times.look
    return lookAge <= times.touch ? min(signFrame &+ lookAge, reached) : reached
  }

  /// Holds a possible touch at once that was found so late that it would be answered before the
  /// first look.
  ///
  /// - Parameter earliestFrame: The hit began no earlier.
  @_noLocks public mutating func holdTouch(
    frameCount: Int, detector: borrowing OnsetDetector, earliestFrame: Int
  ) {
    guard isSoonAnswered(frameCount: frameCount) else { return }
    let look = detector.look(signFrame: signFrame, earliestFrame: earliestFrame)
    isHeld = mustHold(look, frameCount: frameCount)
  }

  /// Locates the onset again, if ``looks(atFrame:)``.
  ///
  /// - Parameter earliestFrame: The hit began no earlier.
  @_noLocks public mutating func look(
    frameCount: Int, detector: borrowing OnsetDetector, earliestFrame: Int
  ) -> Change {
    guard looks(atFrame: frameCount) else { return .none }
    let look = detector.look(signFrame: signFrame, earliestFrame: earliestFrame)
    let wasHeld = isHeld
    isHeld = mustHold(look, frameCount: frameCount)
    // A rising sound is located best once it is loud.
    guard !isHeld || look.mayBeTouch, let ageFrames = look.ageFrames else {
      return holding(wasHeld)
    }
    let found = frameCount - 1 - ageFrames
    let shift = found - foundFrame
    let isUnanswered = frameCount - answeredFrame <= times.answer
    guard shift > times.struck || isUnanswered && abs(shift) > times.stray else {
      return holding(wasHeld)
    }
    foundFrame = found
    onsetFrame = found
    let earlyFrames = found - answeredFrame
    let lateFrames = frameCount - found - times.answer
    guard isUnanswered || Self.earlyWeight * earlyFrames > lateFrames else {
      return holding(wasHeld)
    }
    answeredFrame = found
    isHeld = false
    horizon = horizons.reached(ageFrames: frameCount - found)
    return isUnanswered ? .moved : .struck
  }

  /// Whether a sound must not be answered yet.
  @_noLocks private func mustHold(_ look: OnsetLocator.Look, frameCount: Int) -> Bool {
    let age = frameCount - signFrame
    if look.isApproach { return age < times.approach }
    return (look.mayBeTouch || isHeld && look.isRising) && age < times.hold
      && isSoonAnswered(frameCount: frameCount)
  }

  /// Its answer is due before it is looked at again.
  @_noLocks private func isSoonAnswered(frameCount: Int) -> Bool {
    frameCount - foundFrame >= times.answer - times.look
  }

  /// The change of an onset that stays, by whether it was held before.
  @_noLocks private func holding(_ wasHeld: Bool) -> Change {
    guard wasHeld != isHeld else { return .none }
    return isHeld ? .held : .released
  }

  /// Whether the next horizon is reached at `frameCount`, counted from the onset as it was located
  /// last.
  @_noLocks public func isReached(atFrame frameCount: Int) -> Bool {
    horizon < HitFeatures.horizonCount && frameCount >= onsetFrame + horizons[horizon]
  }

  /// Whether to judge the hit after `frameCount` heard frames; its onset is then located as well as
  /// possible so far.
  ///
  /// - Parameter earliestFrame: The hit began no earlier.
  @_noLocks public mutating func isDue(
    frameCount: Int, detector: borrowing OnsetDetector, earliestFrame: Int
  ) -> Bool {
    guard isReached(atFrame: frameCount) else { return false }
    guard horizon >= Self.firstLocatedHorizon else { return true }
    onsetFrame = detector.onsetFrame(near: foundFrame, earliestFrame: earliestFrame)
    horizon = max(horizon, horizons.reached(ageFrames: frameCount - onsetFrame))
    return frameCount >= onsetFrame + horizons[horizon]
  }

  /// Goes on to the next horizon.
  @_noLocks public mutating func advance() { horizon += 1 }
}
