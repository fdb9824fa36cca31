// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of listening to taps and their drums.
public struct TapResult: Sendable {
  /// Why a tap was not measured.
  public enum Refusal: String, Encodable, Sendable, CaseIterable {
    /// No drum answers it.
    case noDrum
    /// The drum is too soft against the tap that rings on.
    case drumTooQuiet
    /// The recording is clipped.
    case clipped
    /// There is too little recording before or after the tap.
    case cutOff
    /// The tap's beginning is unclear.
    case tapUnclear
    /// Its delay is far from the others.
    case unlikeOthers
  }

  /// What a drum is that came far later than most seem to.
  enum FarDrum {
    /// It came in time, after so many milliseconds; what was found later replaced it.
    case inTime(Double)
    /// It surely came late.
    case late
    /// Something else was heard.
    case misheard
  }

  /// Why there is no delay, although some taps were measured.
  public enum Doubt: Sendable, Equatable {
    /// Only so many taps are answered after the same time. Chance, or a sound of the taps
    /// themselves, could do that.
    case tooFewAgree(Int, ofTaps: Int)
    /// About as many taps have one delay as another, in milliseconds.
    case twoDelays(Double, Double)
    /// Drums of the kit were heard, but it is unclear which of them began each answer.
    case firstDrumUnclear
    /// What answers the taps sounds like them: their echo.
    case echo
    /// The two halves of the taps have different delays, in milliseconds.
    case halvesDisagree(Double, Double)
    /// The answers come after the same time, although the drums were played sooner or later.
    case doesNotFollow
  }

  /// From each tap's beginning to the beginning of its drum, both as the microphone heard them.
  public internal(set) var delaysMilliseconds: [Double] = []
  /// The frame of the recording at which each of these taps begins.
  public internal(set) var tapFrames: [Int] = []
  /// The taps that were not measured.
  public internal(set) var refusals: [Refusal] = []
  /// So many of the delays are far longer than most: their drums came late.
  public internal(set) var lateCount = 0
  /// The answering sounds are known.
  public internal(set) var areDrumsKnown = true

  /// Why there is no delay, if drums may have been heard.
  public internal(set) var doubt: Doubt?

  /// Delays this many standard deviations from the median are mistakes.
  private static let farDeviations = 4.0
  /// A standard deviation, in median absolute deviations, of what is normally distributed.
  private static let deviationShare = 1.4826
  /// Delays this near the median never are, in milliseconds.
  private static let nearMilliseconds = 0.07
  /// What comes so much later than most answers another touch, in milliseconds.
  private static let mostLateMilliseconds = 15.0
  /// The share of all taps that drums must answer; unknown drums, after the same time.
  private static let leastAgreeingShare = 1.0 / 3
  /// The largest difference of equal delays, in milliseconds: of unknown drums, and of drums of the
  /// kit.
  private static let sameMilliseconds = (unknown: 0.3, known: 1.0)
  /// The largest probability of agreement by chance. For drums of the kit there is other evidence
  /// too.
  private static let mostChance = (unknown: 1e-4, known: 1e-3)
  /// The halves of the taps agree within this, in milliseconds.
  private static let halvesMilliseconds = 0.5

  /// No delay for so many taps, because it is unclear which drum answers first.
  static func ambiguous(tapCount: Int) -> TapResult {
    var result = TapResult()
    result.doubt = .firstDrumUnclear
    result.refusals = Array(repeating: .unlikeOthers, count: tapCount)
    return result
  }

  /// Leaves out the delays far from the others where something else was heard.
  ///
  /// - Parameter judge: Says of a far longer delay what it is, given the frame of its tap and the
  ///   usual delay in milliseconds. By default something else was heard.
  mutating func leaveOutStrays(
    judge: (_ tapFrame: Int, _ usualMilliseconds: Double) -> FarDrum = { _, _ in .misheard }
  ) {
    guard !delaysMilliseconds.isEmpty else { return }
    let median = LatencyReport.median(delaysMilliseconds)
    let distances = delaysMilliseconds.map { abs($0 - median) }
    let deviation = Self.deviationShare * LatencyReport.median(distances)
    let farthest = max(Self.nearMilliseconds, Self.farDeviations * deviation)
    let measured = zip(delaysMilliseconds, tapFrames)
    (delaysMilliseconds, tapFrames) = ([], [])
    for (delay, tapFrame) in measured {
      var kept: Double? = delay
      if abs(delay - median) > farthest {
        let late = delay - median
        switch 0...Self.mostLateMilliseconds ~= late ? judge(tapFrame, median) : .misheard {
        case .inTime(let milliseconds): kept = milliseconds
        case .late: lateCount += 1
        case .misheard: kept = nil
        }
      }
      if let kept {
        delaysMilliseconds.append(kept)
        tapFrames.append(tapFrame)
      } else {
        refusals.append(.unlikeOthers)
      }
    }
  }

  /// Refuses all if drums that were played followed only few of the taps: they were mistaken for
  /// something else.
  mutating func refuseFew() {
    let (count, tapCount) = (delaysMilliseconds.count, delaysMilliseconds.count + refusals.count)
    guard count > 0, count < max(2, Int(Self.leastAgreeingShare * Double(tapCount))) else { return }
    refuse(.tooFewAgree(count, ofTaps: tapCount), .noDrum)
  }

  /// Refuses all if nothing shows that the sound after the taps is a drum: too few have the same
  /// delay.
  mutating func refuseScattered() {
    let width = Self.sameMilliseconds.unknown
    guard let usual = UsualDelay(delaysMilliseconds, widthMilliseconds: width) else { return }
    let tapCount = delaysMilliseconds.count + refusals.count
    let doubt = usual.doubt(
      ofTaps: tapCount, leastShare: Self.leastAgreeingShare, mostChance: Self.mostChance.unknown)
    refuse(doubt ?? halvesDoubt, .noDrum)
  }

  /// Whether a third of the taps have the same delay, which chance would not do.
  static func agrees(_ delaysMilliseconds: [Double], ofTaps tapCount: Int) -> Bool {
    UsualDelay(delaysMilliseconds, widthMilliseconds: sameMilliseconds.unknown)?.doubt(
      ofTaps: tapCount, leastShare: leastAgreeingShare, mostChance: mostChance.unknown) == nil
      && !delaysMilliseconds.isEmpty
  }

  /// Refuses all if less than half of the measured taps have the same delay. Then it is unclear
  /// which drum answers first: some replaced the drum that began the answer.
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

  /// Every second tap must have the same delay as the others.
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

  /// Adds the delay from a tap that begins at a frame to its drum, or why there is none.
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
