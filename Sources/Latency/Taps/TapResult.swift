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

  /// From each tap's beginning to the beginning of its drum, both as the microphone heard them.
  public internal(set) var delaysMilliseconds: [Double] = []
  /// The frame of the recording at which each of these taps begins.
  public internal(set) var tapFrames: [Int] = []
  /// The taps that were not measured.
  public internal(set) var refusals: [Refusal] = []
  /// It was known which sounds answered.
  public internal(set) var areDrumsKnown = true

  /// Drums of the kit were heard, but after times that disagree: no delay is told.
  public internal(set) var isAmbiguous = false

  /// Delays that lie so many standard deviations from the median are taken for mistakes.
  private static let farDeviations = 4.0
  /// A standard deviation, in median absolute deviations, of what is normally distributed.
  private static let deviationShare = 1.4826
  /// So near the median none is taken for one, in milliseconds.
  private static let nearMilliseconds = 0.07
  /// Unknown drums are drums where so many of all taps are answered after the same time: within so many milliseconds of
  /// the median.
  private static let leastAgreeing = 3
  private static let leastAgreeingShare = 1.0 / 3
  private static let sameMilliseconds = 1.0
  /// Drums of the kit are told to half a millisecond: so near the median half of them must lie.
  private static let toldMilliseconds = 0.5

  /// Nothing is told of so many taps, because it is not clear which drum answers first.
  static func ambiguous(tapCount: Int) -> TapResult {
    var result = TapResult()
    result.isAmbiguous = true
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

  /// Refuses all where too few taps are answered after the same time: what rises after them is no drum.
  mutating func refuseScattered() {
    let tapCount = delaysMilliseconds.count + refusals.count
    let leastCount = max(Double(Self.leastAgreeing), Self.leastAgreeingShare * Double(tapCount))
    let agreeing = Double(agreeingCount(within: Self.sameMilliseconds))
    guard agreeing < leastCount else { return }
    refuseAll(.noDrum)
  }

  /// Refuses all where less than half of the measured taps are answered after the same time. Then it is not clear
  /// which drum answers first: some replaced the drum that began their answer.
  mutating func refuseDisagreeing() {
    let agreeing = agreeingCount(within: Self.toldMilliseconds)
    guard 2 * agreeing < delaysMilliseconds.count else { return }
    isAmbiguous = true
    refuseAll(.unlikeOthers)
  }

  /// How many delays lie about the median.
  private func agreeingCount(within milliseconds: Double) -> Int {
    guard !delaysMilliseconds.isEmpty else { return 0 }
    let median = LatencyReport.median(delaysMilliseconds)
    return delaysMilliseconds.count { abs($0 - median) <= milliseconds }
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
