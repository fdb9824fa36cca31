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
/// certain (``ChangeEvidence``). What is steady is taken away before (``SteadySoundFilter``). If it
/// stays weak, the whole spectrum votes (``FluxVote``). Shortly after a hit evidence is not enough,
/// since what was struck bounces and rings: the second must reach the level of the first. The onset
/// is located in the milliseconds before (``OnsetLocator``).
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
  /// What the highest sensitivity adds to the player's range, and takes from the lowest floor, in
  /// decibels.
  private static var widerRangeDecibels: Float { @_noLocks get { 14 } }
  private static var widerFloorDecibels: Float { @_noLocks get { 10 } }
  /// How long after it began a hit can still be located, in seconds.
  static let memorySeconds: Float = 0.08
  /// How long the sound before a cut is looked at, in seconds.
  private static let cutSeconds: Float = 0.0005
  /// Beside a cut samples differ by less than this part of its jump.
  private static var smoothShare: Float { @_noLocks get { 0.15 } }
  /// A stroke raises a band by this much at the least if it is the second of a flam, as a ratio of
  /// powers: 6 dB.
  private static let flamRise: Float = 4
  /// Its level is at least this part of the first, likewise: -4 dB.
  private static let flamShare: Float = 0.4
  /// How long the input is kept, in seconds: to the end of a hit's last horizon, and the time
  /// before it.
  private static let historySeconds: Float = 0.25

  /// A surprise that was refused: by the vote, or as too soft for the second stroke of a flam.
  struct Outvoted: BitwiseCopyable {
    /// Where it began.
    let onsetFrame: Int
    /// How much it lacked.
    let marginDecibels: Float
  }

  private struct Candidate: BitwiseCopyable {
    var ageFrames: Int
    var waitedFrames = 0
    /// The power that each band had before.
    let before: SIMD4<Float>
  }

  /// The latest input without what is steady in it, sample by sample.
  private(set) var history: InputHistory
  let settings: DetectorSettings
  private let longestAgeFrames: Int
  private let attackFrames: Int
  private let voteFrames: Int
  private let apartFrames: Int
  private let cutFrames: Int
  private let firstReach: OnsetLocator.Reach
  private let finalReach: OnsetLocator.Reach
  private var steadySounds: SteadySoundFilter
  private(set) var watch: SurpriseWatch
  private var locator: OnsetLocator
  private var vote: FluxVote
  /// A surprise that was not reported yet.
  private var candidate: Candidate?
  private var lastOnsetFrame = Int.min / 2
  /// The last surprise that was refused.
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
    cutFrames = frames(Self.cutSeconds)
    firstReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.001), restFrames: frames(0.0003))
    finalReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.012), restFrames: frames(0.003))
    history = InputHistory(minimumCapacity: frames(Self.historySeconds), sampleRateHz: sampleRateHz)
    steadySounds = SteadySoundFilter(sampleRateHz: sampleRateHz)
    watch = SurpriseWatch(settings: settings, sampleRateHz: sampleRateHz)
    locator = OnsetLocator(memorySeconds: Self.memorySeconds, sampleRateHz: sampleRateHz)
    vote = FluxVote(sampleRateHz: sampleRateHz)
  }

  /// Sets how soft a hit may be (``HearingControls/sensitivity``): from the middle on, each step
  /// widens the range of a player and lowers the floor.
  @_noLocks public mutating func set(sensitivity: Float) {
    let middle = HearingControls.middleSensitivity
    let share = max(0, sensitivity - middle) / (HearingControls.sensitivities.upperBound - middle)
    watch.set(
      quietestDecibels: settings.quietestDecibels - share * Self.widerFloorDecibels,
      rangeDecibels: settings.rangeDecibels + share * Self.widerRangeDecibels)
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
    let sample = steadySounds.process(
      sample, isStrokeSounding: watch.expected.isStrokeSounding)
    history.append(sample)
    let residual = Self.larger(residual, steadySounds.residual)
    let power = watch.power(sample)
    locator.append(power)
    if watch.expected.isOwnAttack { candidate = nil }
    watch.gather(power, residual: residual)
    let onset = candidate != nil || watch.isSurprised ? certainOnset() : nil
    watch.expect(power, residual: residual, isCutOff: steadySounds.isCutOff)
    if onset != nil { watch.registerHit() }
    return onset
  }

  /// The latest sample without what is steady in it.
  public var heard: Float { @_noLocks get { history[history.frameCount - 1] } }

  @_noLocks @inline(__always) private static func larger(
    _ one: SIMD4<Float>?, _ other: SIMD4<Float>?
  ) -> SIMD4<Float>? {
    guard let one, let other else { return one ?? other }
    return pointwiseMax(one, other)
  }

  /// What was heard last may be a stroke.
  public var isStrokeSounding: Bool { @_noLocks get { watch.expected.isStrokeSounding } }

  /// The strongest steady tone that is taken away; nil if there is none.
  public var strongestTone: SteadyTone? { @_noLocks get { steadySounds.strongestTone } }

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
  @_noLocks public mutating func registerHit(onsetFrame: Int, signFrame: Int) {
    let now = history.frameCount - 1
    locator.registerHit(
      ageFrames: now - onsetFrame, signAgeFrames: now - signFrame, reach: finalReach)
  }

  /// The onset of the surprise that waits, or of a new one, once it is certain by its evidence or
  /// by the vote.
  ///
  /// A call of its own, for the few samples that surprise.
  @_noLocks @inline(never) private mutating func certainOnset() -> Onset? {
    let surprise = nextCandidate()
    candidate = surprise
    if watch.expected.isInhibited || isCertain(surprise) {
      guard surprise.ageFrames >= attackFrames else { return nil }
    } else {
      guard surprise.waitedFrames >= voteFrames else { return nil }
      let startFrame = history.frameCount - 1 - surprise.ageFrames
      let lackedDecibels =
        watch.expected.isNearHit
        ? Units.decibels(power: flamShortfall(surprise))
        : settings.fluxDecibels - vote.decibels(history, onsetFrame: startFrame)
      guard lackedDecibels < 0 else {
        outvoted = Outvoted(onsetFrame: startFrame, marginDecibels: lackedDecibels)
        candidate = nil
        watch.clearEvidence()
        return nil
      }
    }
    candidate = nil
    guard !steadySounds.hasTones || !isCut(signAgeFrames: surprise.ageFrames) else {
      watch.clearEvidence()
      steadySounds.noteCut()
      return nil
    }
    return onset(signAgeFrames: surprise.ageFrames)
  }

  /// What surprised is one jump between two samples that are smooth before and after it: the input
  /// was cut there, and steady tones have moved. No stroke rises within a sample and is smooth again.
  @_noLocks private func isCut(signAgeFrames: Int) -> Bool {
    let now = history.frameCount - 1
    var (jump, jumpFrame): (Float, Int) = (0, now)
    for frame in now - signAgeFrames - cutFrames...now {
      let step = abs(history[frame] - history[frame - 1])
      if step > jump { (jump, jumpFrame) = (step, frame) }
    }
    guard now - jumpFrame >= 3 else { return false }
    for frame in jumpFrame - cutFrames...now where frame != jumpFrame {
      guard abs(history[frame] - history[frame - 1]) < Self.smoothShare * jump else {
        return false
      }
    }
    return true
  }

  /// It needs no vote.
  @_noLocks private func isCertain(_ surprise: Candidate) -> Bool {
    watch.expected.isNearHit
      ? flamShortfall(surprise) < 1 : watch.evidence.total > settings.evidence
  }

  /// What a surprise lacks for the second stroke of a flam: a band must have risen, and about to the
  /// level of all bands of the first together. A ratio of powers, below 1 if it lacks nothing.
  @_noLocks private func flamShortfall(_ surprise: Candidate) -> Float {
    let least = pointwiseMax(
      surprise.before * Self.flamRise,
      SIMD4(repeating: watch.expected.struck * Self.flamShare))
    return (least / watch.expected.level).min()
  }

  /// The surprise that waits, one frame older, or a new one.
  @_noLocks private func nextCandidate() -> Candidate {
    guard var candidate else {
      return Candidate(
        ageFrames: watch.evidence.ageFrames(longest: longestAgeFrames),
        before: watch.expected.followed.level)
    }
    candidate.ageFrames += 1
    candidate.waitedFrames += 1
    return candidate
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
