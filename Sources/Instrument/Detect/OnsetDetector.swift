// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The moment at which something was struck.
public struct Onset: BitwiseCopyable, Sendable {
  /// How many frames before the sample just processed the strike lay.
  public var ageFrames: Int
  /// Whether this is the last onset once more, told too early before: only now the strike itself was heard.
  public var isCorrection: Bool
}

/// What the detector has to tell.
public enum OnsetEvent: BitwiseCopyable, Sendable {
  /// Something was struck.
  case found(Onset)
  /// The last onset told was no strike: the spectrum has not risen with it.
  case refuted
}

/// Finds the moments at which something is struck, sample by sample.
///
/// In each of four bands the power of a sample is compared with what noise, decaying hits and the player's range let
/// expect (``ExpectedPower``); the surprise is gathered until it is certain (``ChangeEvidence``), and the onset is
/// located in the milliseconds before (``OnsetLocator``). A second opinion counts how much of the spectrum has risen
/// (``FluxVote``): a weak surprise waits for it, a strong one is told at once and refuted where it finds nothing.
///
/// - Input: mono samples, nominally -1...1; what is not finite, or beyond ±8, counts as silence.
/// - Latency: a strong onset is told some 0.1 ms after its strike is heard, a weak one ``DetectorSettings/voteSeconds``
///   later; a strong one is refuted ``refutingSeconds`` after it was told, if at all.
/// - Limits: hits closer than ``DetectorSettings/inhibitSeconds`` count as one; where the later is much the stronger,
///   its onset corrects the one that was told.
public struct OnsetDetector: ~Copyable {
  /// What is heard of a strike before its onset is told, in seconds.
  static let attackSeconds: Float = 0.0001
  /// Evidence at which a strike within the inhibit time is certain.
  private static let correctionEvidence: Float = 13.7
  /// How long after it was told an onset may be refuted, in seconds: before its voice starts.
  public static let refutingSeconds: Float = 0.0022
  /// The onset of a hit is looked for so long after that of the one before, in seconds.
  static let apartSeconds: Float = 0.002
  /// How long after it began a hit can still be located, in seconds.
  static let memorySeconds: Float = 0.08

  private struct Candidate: BitwiseCopyable {
    var ageFrames: Int
    var waitedFrames = 0
  }

  private let settings: DetectorSettings
  private let longestAgeFrames: Int
  private let attackFrames: Int
  private let voteFrames: Int
  private let refutingFrames: Int
  private let apartFrames: Int
  private let firstReach: OnsetLocator.Reach
  private let finalReach: OnsetLocator.Reach
  private var history: InputHistory
  private var bands: HitBands
  private var expected: ExpectedPower
  private var evidence: ChangeEvidence
  private var locator: OnsetLocator
  private var vote: FluxVote
  /// A surprise that was not told yet.
  private var candidate: Candidate?
  /// The onset that was told without a vote, and when that is due.
  private var unconfirmed: (onsetFrame: Int, dueFrame: Int)?
  private var lastOnsetFrame = Int.min / 2

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
    refutingFrames = frames(Self.refutingSeconds)
    apartFrames = frames(Self.apartSeconds)
    firstReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.001), restFrames: frames(0.0003))
    finalReach = OnsetLocator.Reach(
      peakFrames: frames(0.015), backFrames: frames(0.012), restFrames: frames(0.003))
    history = InputHistory(minimumCapacity: frames(FluxVote.pastSeconds + 0.025))
    bands = HitBands(sampleRateHz: sampleRateHz)
    expected = ExpectedPower(settings: settings, sampleRateHz: sampleRateHz)
    evidence = ChangeEvidence(riseDecibels: settings.riseDecibels, sampleRateHz: sampleRateHz)
    locator = OnsetLocator(memorySeconds: Self.memorySeconds, sampleRateHz: sampleRateHz)
    vote = FluxVote(sampleRateHz: sampleRateHz)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() {
    history.reset()
    bands.reset()
    expected.reset()
    evidence.clear()
    locator.reset()
    candidate = nil
    unconfirmed = nil
    lastOnsetFrame = Int.min / 2
  }

  /// Hears one sample; what became certain with it, or nil.
  @_noLocks public mutating func process(_ sample: Float) -> OnsetEvent? {
    let sample = abs(sample) <= 8 ? sample : 0
    history.append(sample)
    let power = bands.power(sample)
    locator.append(power[HitBands.body])
    if expected.isOwnAttack {
      evidence.clear()
      candidate = nil
    } else {
      evidence.process(ratio: power / expected.power)
    }
    let onset = found()
    expected.process(power)
    if let onset {
      expected.noteHit()
      return .found(onset)
    }
    return isRefuted() ? .refuted : nil
  }

  /// Where a hit began that was found at `onsetFrame`, counted from 0 at the first sample, after as much of it was heard
  /// as lies back by now; not before `earliestFrame`.
  @_noLocks public func onsetFrame(near onsetFrame: Int, earliestFrame: Int) -> Int {
    let now = history.frameCount - 1
    let age = locator.ageFrames(
      signAgeFrames: now - onsetFrame, oldestAgeFrames: now - earliestFrame, reach: finalReach)
    return now - age
  }

  /// The onset that became certain, by its evidence or by the vote.
  @_noLocks private mutating func found() -> Onset? {
    guard var waiting = candidate ?? newCandidate() else { return nil }
    defer {
      waiting.ageFrames += 1
      waiting.waitedFrames += 1
      if candidate != nil { candidate = waiting }
    }
    candidate = waiting
    let isCertain = expected.isInhibited || evidence.total > settings.evidence
    if isCertain {
      guard waiting.ageFrames >= attackFrames else { return nil }
    } else {
      guard waiting.waitedFrames >= voteFrames else { return nil }
      let startFrame = history.frameCount - 1 - waiting.ageFrames
      guard vote.decibels(history, onsetFrame: startFrame) > settings.fluxDecibels else {
        candidate = nil
        evidence.clear()
        return nil
      }
    }
    candidate = nil
    return tell(signAgeFrames: waiting.ageFrames, isVoted: !isCertain)
  }

  @_noLocks private func newCandidate() -> Candidate? {
    let least = expected.isInhibited ? Self.correctionEvidence : settings.weakEvidence
    guard evidence.total > least else { return nil }
    return Candidate(ageFrames: evidence.ageFrames(longest: longestAgeFrames))
  }

  @_noLocks private mutating func tell(signAgeFrames: Int, isVoted: Bool) -> Onset {
    let now = history.frameCount - 1
    let age = locator.ageFrames(
      signAgeFrames: signAgeFrames, oldestAgeFrames: now - lastOnsetFrame - apartFrames,
      reach: firstReach)
    lastOnsetFrame = now - age
    let isCorrection = expected.isInhibited
    unconfirmed =
      isVoted || isCorrection ? nil : (onsetFrame: now - age, dueFrame: now + refutingFrames)
    return Onset(ageFrames: age, isCorrection: isCorrection)
  }

  /// Whether the vote on the onset told last is due and goes against it.
  @_noLocks private mutating func isRefuted() -> Bool {
    guard let due = unconfirmed, history.frameCount - 1 >= due.dueFrame else { return false }
    unconfirmed = nil
    return vote.decibels(history, onsetFrame: due.onsetFrame) < settings.fluxDecibels
  }
}
