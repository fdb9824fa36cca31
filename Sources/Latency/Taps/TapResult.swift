// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of listening to taps and to the drums that answer them.
public struct TapResult: Sendable {
  /// Why a tap was not measured.
  public enum Refusal: String, Encodable, Sendable, CaseIterable {
    /// No drum was heard that answers it.
    case noDrum
    /// The drum is too soft against the tap that rings on.
    case drumTooQuiet
    /// The recording is clipped.
    case clipped
    /// Too little was heard before the tap, or after it.
    case cutOff
    /// Where the tap begins is not clear.
    case tapUnclear
    /// Its delay lies far from those of the others.
    case unlikeOthers
  }

  /// Why no delay is told, although some were measured.
  public enum Doubt: Sendable, Equatable {
    /// No more than so many taps are answered after the same time: chance, or a sound of the taps themselves, does as
    /// much.
    case tooFewAgree(Int, ofTaps: Int)
    /// About as many taps are answered after one time as after another, in milliseconds.
    case twoDelays(Double, Double)
    /// Drums of the kit were heard, but it is not clear which began each answer.
    case firstDrumUnclear
    /// What answers the taps sounds like them: their echo.
    case echo
    /// One half of the taps tells another delay than the other, in milliseconds.
    case halvesDisagree(Double, Double)
    /// What answers the taps comes after the same time, whether the drum that was played came sooner or later.
    case doesNotFollow
  }

  /// From each tap's beginning to the beginning of its drum, both as the microphone heard them.
  public internal(set) var delaysMilliseconds: [Double] = []
  /// The frame of the recording at which each of these taps begins.
  public internal(set) var tapFrames: [Int] = []
  /// The taps that were not measured.
  public internal(set) var refusals: [Refusal] = []
  /// It was known which sounds answered.
  public internal(set) var areDrumsKnown = true

  /// Why no delay is told, where drums may have been heard.
  public internal(set) var doubt: Doubt?

  /// Delays that lie so many standard deviations from the median are taken for mistakes.
  private static let farDeviations = 4.0
  /// A standard deviation, in median absolute deviations, of what is normally distributed.
  private static let deviationShare = 1.4826
  /// So near the median none is taken for one, in milliseconds.
  private static let nearMilliseconds = 0.07
  /// Drums are drums where so many of all taps are answered; unknown ones, after the same time.
  private static let leastAgreeingShare = 1.0 / 3
  /// How far apart the same delays lie at most, in milliseconds: those of unknown drums, and of drums of the kit.
  private static let sameMilliseconds = (unknown: 0.3, known: 1.0)
  /// Chance makes as many agree at most so often. That drums of the kit were heard is known otherwise too.
  private static let mostChance = (unknown: 1e-4, known: 1e-3)
  /// The halves of the taps tell the same delay within it, in milliseconds.
  private static let halvesMilliseconds = 0.5

  /// Nothing is told of so many taps, because it is not clear which drum answers first.
  static func ambiguous(tapCount: Int) -> TapResult {
    var result = TapResult()
    result.doubt = .firstDrumUnclear
    result.refusals = Array(repeating: .unlikeOthers, count: tapCount)
    return result
  }

  /// Leaves out the delays that lie far from those of the others.
  mutating func leaveOutStrays() {
    guard !delaysMilliseconds.isEmpty else { return }
    let median = LatencyReport.median(delaysMilliseconds)
    let distances = delaysMilliseconds.map { abs($0 - median) }
    let deviation = Self.deviationShare * LatencyReport.median(distances)
    let farthest = max(Self.nearMilliseconds, Self.farDeviations * deviation)
    let kept = delaysMilliseconds.indices.filter { distances[$0] <= farthest }
    refusals += Array(repeating: .unlikeOthers, count: distances.count - kept.count)
    delaysMilliseconds = kept.map { delaysMilliseconds[$0] }
    tapFrames = kept.map { tapFrames[$0] }
  }

  /// Refuses all where drums that were played were heard after few of the taps: something else was taken for them.
  mutating func refuseFew() {
    let (count, tapCount) = (delaysMilliseconds.count, delaysMilliseconds.count + refusals.count)
    guard count > 0, count < max(2, Int(Self.leastAgreeingShare * Double(tapCount))) else { return }
    refuse(.tooFewAgree(count, ofTaps: tapCount), .noDrum)
  }

  /// Refuses all where nothing shows that what rises after the taps is a drum: too few are answered after the same time.
  mutating func refuseScattered() {
    let width = Self.sameMilliseconds.unknown
    guard let usual = UsualDelay(delaysMilliseconds, widthMilliseconds: width) else { return }
    let tapCount = delaysMilliseconds.count + refusals.count
    let doubt = usual.doubt(
      ofTaps: tapCount, leastShare: Self.leastAgreeingShare, mostChance: Self.mostChance.unknown)
    refuse(doubt ?? halvesDoubt, .noDrum)
  }

  /// Refuses all where less than half of the measured taps are answered after the same time. Then it is not clear
  /// which drum answers first: some replaced the drum that began their answer.
  mutating func refuseDisagreeing() {
    let width = Self.sameMilliseconds.known
    guard let usual = UsualDelay(delaysMilliseconds, widthMilliseconds: width) else { return }
    let isUsual = 2 * usual.count >= delaysMilliseconds.count
    let doubt =
      isUsual
      ? usual.doubt(
        ofTaps: delaysMilliseconds.count, leastShare: 0, mostChance: Self.mostChance.known)
      : .firstDrumUnclear
    refuse(doubt ?? halvesDoubt, .unlikeOthers)
  }

  /// Every second tap must tell the same delay as the others.
  private var halvesDoubt: Doubt? {
    let halves = [0, 1].map { half in
      let delays = delaysMilliseconds.enumerated().filter { $0.offset % 2 == half }.map(\.element)
      return delays.isEmpty ? 0 : LatencyReport.median(delays)
    }
    return abs(halves[0] - halves[1]) > Self.halvesMilliseconds
      ? .halvesDisagree(halves[0], halves[1]) : nil
  }

  /// Refuses all if there is a doubt.
  mutating func refuse(_ doubt: Doubt?, _ refusal: Refusal) {
    guard let doubt else { return }
    self.doubt = doubt
    refuseAll(refusal)
  }

  private mutating func refuseAll(_ refusal: Refusal) {
    refusals += Array(repeating: refusal, count: delaysMilliseconds.count)
    delaysMilliseconds = []
    tapFrames = []
  }

  /// The delay from a tap that begins at a frame to its drum, or why there is none.
  mutating func add(_ delay: Result<Double, RefusedTap>, tapFrame: Int, sampleRateHz: Double) {
    switch delay {
    case .success(let frames):
      delaysMilliseconds.append(1000 * frames / sampleRateHz)
      tapFrames.append(tapFrame)
    case .failure(let refused):
      refusals.append(refused.refusal)
    }
  }
}

/// A tap that is not measured.
struct RefusedTap: Error {
  let refusal: TapResult.Refusal
}
