// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The moment at which something was struck.
public struct Onset: BitwiseCopyable, Sendable {
  /// How many frames before the sample just processed the strike lay.
  public var ageFrames: Int
  /// Whether this corrects the last onset, which was reported too early: only now the strike itself
  /// was heard.
  public var isCorrection: Bool
}

/// Finds the moments at which something is struck, sample by sample.
///
/// In each of four bands the power of a sample is compared with the power expected from noise,
/// decaying hits and the player's range (``ExpectedPower``); the surprise is gathered until it is
/// certain (``ChangeEvidence``). If it stays weak, the whole spectrum votes (``FluxVote``). The
/// onset is located in the milliseconds before (``OnsetLocator``).
///
/// - Input: mono samples, nominally -1...1; samples that are not finite, or beyond ±8, count as
///   silence.
/// - Latency: a strong onset is reported as soon as its evidence is gathered, 0.1 ms or more after
///   the strike is heard; a weak one ``DetectorSettings/voteSeconds`` after it stood out.
/// - Limits: hits closer than ``DetectorSettings/inhibitSeconds`` count as one; if the later is
///   much stronger, its onset corrects the reported one.
public struct OnsetDetector: ~Copyable {
  /// How much of a strike is heard before its onset is reported, in seconds.
  static let attackSeconds: Float = 0.0001
  /// How long after the onset of a hit the next one is looked for, in seconds.
  public static let apartSeconds: Float = 0.002
  /// How long after it began a hit can still be located, in seconds.
  static let memorySeconds: Float = 0.08
  /// How long the input is kept, in seconds: to the end of a hit's last horizon, and the time
  /// before it.
  private static let historySeconds: Float = 0.25

  /// A surprise that the vote refused.
  struct Outvoted: BitwiseCopyable {
    /// Where it began.
    let onsetFrame: Int
    /// How much the vote lacked.
    let marginDecibels: Float
  }

  private struct Candidate: BitwiseCopyable {
    let ageFrames: Int
    let waitedFrames: Int
  }

  /// The latest input, sample by sample.
  private(set) var history: InputHistory
  let settings: DetectorSettings
  private let longestAgeFrames: Int
  private let attackFrames: Int
  private let voteFrames: Int
  private let apartFrames: Int
  private let firstReach: OnsetLocator.Reach
  private let finalReach: OnsetLocator.Reach
  private(set) var watch: SurpriseWatch
  private var locator: OnsetLocator
  private var vote: FluxVote
  /// A surprise that was not reported yet.
  private var candidate: Candidate?
  private var lastOnsetFrame = Int.min / 2
  /// The last surprise that the vote refused.
  private(set) var outvoted: Outvoted?

  /// A detector that has heard nothing yet.
  public init(settings: DetectorSettings = DetectorSettings(), sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    precondition(
      settings.riseDecibels > 0 && settings.weakEvidence > 0
        && settings.evidence >= settings.weakEvidence && settings.inhibitSeconds >= 0
        && settings.voteSeconds >= 0 && settings.longestAgeSeconds >= 0
        && settings.longestAgeSeconds + settings.voteSeconds < 0.02,
      "detector settings out of range")
    self.settings = settings
    longestAgeFrames = frames(settings.longestAgeSeconds)
    attackFrames = frames(Self.attackSeconds)
    voteFrames = frames(settings.voteSeconds)
    apartFrames = frames(Self.apartSeconds)
    firstReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.001), restFrames: frames(0.0003))
    finalReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.012), restFrames: frames(0.003))
    history = InputHistory(minimumCapacity: frames(Self.historySeconds))
    watch = SurpriseWatch(settings: settings, sampleRateHz: sampleRateHz)
    locator = OnsetLocator(memorySeconds: Self.memorySeconds, sampleRateHz: sampleRateHz)
    vote = FluxVote(sampleRateHz: sampleRateHz)
  }

  /// Hears one sample; the onset that became certain with it, or nil.
  ///
  /// - Parameter residual: Power that our own drums may have in each band of it; nil if they have
  ///   none.
  @_noLocks public mutating func process(
    _ sample: Float, residual: SIMD4<Float>? = nil
  ) -> Onset? {
    hear(sample, residual: residual)
  }

  /// Hears samples up to the first with which an onset becomes certain; how many these are, and the
  /// onset, nil if all were heard without one. The same as one after another.
  @_noLocks mutating func process(
    _ samples: UnsafePointer<Float>, count: Int
  ) -> (heardCount: Int, onset: Onset?) {
    for frame in 0..<count {
      if let onset = hear(samples[frame], residual: nil) { return (frame &+ 1, onset) }
    }
    return (count, nil)
  }

  @_noLocks @inline(__always) private mutating func hear(
    _ sample: Float, residual: SIMD4<Float>?
  ) -> Onset? {
    let sample = abs(sample) <= 8 ? sample : 0
    history.append(sample)
    let power = watch.power(sample)
    locator.append(power)
    if watch.expected.isOwnAttack { candidate = nil }
    watch.gather(power, residual: residual)
    let onset = candidate != nil || watch.isSurprised ? certainOnset() : nil
    watch.expect(power, residual: residual)
    if onset != nil { watch.registerHit() }
    return onset
  }

  /// Where the hit found at `onsetFrame` began, counted from 0 at the first sample, using
  /// everything heard of it so far; not before `earliestFrame`, and using only input before
  /// `beforeFrame`, where the next begins.
  @_noLocks public func onsetFrame(
    near onsetFrame: Int, earliestFrame: Int, beforeFrame: Int = .max
  ) -> Int {
    let now = history.frameCount - 1
    let age = locator.ageFrames(
      signAgeFrames: now - onsetFrame, oldestAgeFrames: now - earliestFrame,
      newestAgeFrames: max(0, now - min(now, beforeFrame - 1)), reach: finalReach)
    return now - age
  }

  /// Examines the stroke that showed at `signFrame`, using everything heard of it so far and the
  /// usual loudness of strokes; it began no earlier than `earliestFrame`.
  @_noLocks func look(signFrame: Int, earliestFrame: Int) -> OnsetLocator.Look {
    let now = history.frameCount - 1
    return locator.look(
      signAgeFrames: now - signFrame, oldestAgeFrames: now - earliestFrame, reach: finalReach)
  }

  /// Hears how loud the stroke at `onsetFrame` was.
  @_noLocks public mutating func registerHit(onsetFrame: Int) {
    locator.registerHit(ageFrames: history.frameCount - 1 - onsetFrame, reach: finalReach)
  }

  /// The onset of the surprise that waits, or of a new one, once it is certain by its evidence or
  /// by the vote.
  ///
  /// A call of its own, for the few samples that surprise.
  @_noLocks @inline(never) private mutating func certainOnset() -> Onset? {
    let surprise = nextCandidate()
    candidate = surprise
    if watch.expected.isInhibited || watch.evidence.total > settings.evidence {
      guard surprise.ageFrames >= attackFrames else { return nil }
    } else {
      guard surprise.waitedFrames >= voteFrames else { return nil }
      let startFrame = history.frameCount - 1 - surprise.ageFrames
      let rise = vote.decibels(history, onsetFrame: startFrame)
      guard rise > settings.fluxDecibels else {
        outvoted = Outvoted(
          onsetFrame: startFrame, marginDecibels: settings.fluxDecibels - rise)
        candidate = nil
        watch.clearEvidence()
        return nil
      }
    }
    candidate = nil
    return onset(signAgeFrames: surprise.ageFrames)
  }

  /// The surprise that waits, one frame older, or a new one.
  @_noLocks private func nextCandidate() -> Candidate {
    guard let candidate else {
      return Candidate(
        ageFrames: watch.evidence.ageFrames(longest: longestAgeFrames), waitedFrames: 0)
    }
    return Candidate(
      ageFrames: candidate.ageFrames + 1, waitedFrames: candidate.waitedFrames + 1)
  }

  @_noLocks private mutating func onset(signAgeFrames: Int) -> Onset {
    let now = history.frameCount - 1
    let isCorrection = watch.expected.isInhibited
    let age = locator.ageFrames(
      signAgeFrames: signAgeFrames,
      oldestAgeFrames: isCorrection ? signAgeFrames : now - lastOnsetFrame - apartFrames,
      reach: firstReach)
    lastOnsetFrame = now - age
    return Onset(ageFrames: age, isCorrection: isCorrection)
  }
}
