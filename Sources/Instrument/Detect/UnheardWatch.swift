// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Watches for what rises and is not found as a hit.
///
/// It only reports: nothing that is answered depends on it.
struct UnheardWatch: BitwiseCopyable {
  /// Something that rose and was not found.
  struct Unheard: BitwiseCopyable {
    /// Where it began, to a millisecond.
    let onsetFrame: Int
    /// How many decibels it lacked, by its level or in the vote.
    let marginDecibels: Float
    /// It would have been found if no earlier stroke had sounded.
    let isMasked: Bool
  }

  /// The detector finds a hit within this time or never, in seconds.
  private static let findingSeconds: Float = 0.02
  /// An onset this long before a rise is the same, in seconds.
  private static let sameSeconds: Float = 0.0065
  /// A stroke may sound for this long, in seconds.
  private static let soundingSeconds: Float = 0.16
  /// A sound rises by this much from the room, in the mean over the bands, in decibels.
  private static var leastRiseDecibels: Float { @_noLocks get { 2.4 } }
  /// The same from a stroke that still sounds, over all bands and over the high ones.
  private static var leastMaskedDecibels: (all: Float, high: Float) {
    @_noLocks get { (2, 2.5) }
  }
  /// While a stroke sounds, it expects this much more than the room, as a ratio of powers: 1 dB.
  private static var maskingRatio: Float { @_noLocks get { 1.26 } }

  private struct Rise: BitwiseCopyable {
    let onsetFrame: Int
    var isMasked: Bool
    var marginDecibels: Float?
    var looks = 0
  }

  private(set) var history: RiseHistory
  private let lookFrames: Int
  private let findingFrames: Int
  private let sameFrames: Int
  private let soundingFrames: Int
  private var rise: Rise?
  private var votedFrame = Int.min

  init(sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    history = RiseHistory(sampleRateHz: sampleRateHz)
    lookFrames = frames(RiseHistory.lookSeconds)
    findingFrames = frames(Self.findingSeconds)
    sameFrames = frames(Self.sameSeconds)
    soundingFrames = frames(Self.soundingSeconds)
  }

  /// How many samples it takes to the next look after `frameCount` heard ones.
  @_noLocks func framesToLook(after frameCount: Int) -> Int {
    lookFrames - frameCount % lookFrames
  }

  /// By how many decibels the loudest of the last milliseconds would have had to be louder for the
  /// detector; negative if it could be softer.
  @_noLocks func marginDecibels(
    _ detector: borrowing OnsetDetector, lastOnsetFrame: Int
  ) -> Float {
    history.marginDecibels(
      detector.watch.evidence, weakEvidence: detector.settings.weakEvidence,
      isMasked: isMasked(detector, lastOnsetFrame))
  }

  /// Looks at what the detector has heard by now; what rose and is certain to stay unheard.
  ///
  /// - Parameters:
  ///   - residual: Power that our own drums may have in each band.
  ///   - lastOnsetFrame: Where the last sound began that was found.
  @_noLocks mutating func look(
    _ detector: borrowing OnsetDetector, residual: SIMD4<Float>?, lastOnsetFrame: Int
  ) -> Unheard? {
    let frameCount = detector.history.frameCount
    let expected = detector.watch.expected
    let ours = residual ?? .zero
    history.append(
      level: expected.level, expected: pointwiseMax(expected.power, ours),
      rest: pointwiseMax(expected.restPower, ours))
    if let rise, lastOnsetFrame >= rise.onsetFrame - sameFrames { self.rise = nil }
    takeVote(detector, lastOnsetFrame)
    guard var rise else {
      let isOurs = residual.map { any($0 .> 0.1 * expected.level) } ?? false
      if !isOurs { begin(detector, lastOnsetFrame) }
      return nil
    }
    rise.looks += 1
    if rise.looks == RiseHistory.gatheringLooks - 2, rise.marginDecibels == nil {
      rise.marginDecibels = marginDecibels(detector, lastOnsetFrame: lastOnsetFrame)
      rise.isMasked =
        rise.isMasked
        && history.marginDecibels(
          detector.watch.evidence, weakEvidence: detector.settings.weakEvidence, isMasked: true,
          isAtRest: true) <= 0
    }
    self.rise = rise
    guard frameCount - rise.onsetFrame >= findingFrames else { return nil }
    self.rise = nil
    return Unheard(
      onsetFrame: rise.onsetFrame, marginDecibels: max(0, rise.marginDecibels ?? 0),
      isMasked: rise.isMasked)
  }

  /// Something may have begun to rise just now.
  @_noLocks private mutating func begin(
    _ detector: borrowing OnsetDetector, _ lastOnsetFrame: Int
  ) {
    let onsetFrame = detector.history.frameCount - lookFrames
    guard history.isFull, onsetFrame - lastOnsetFrame > sameFrames else { return }
    let isMasked = isMasked(detector, lastOnsetFrame)
    let decibels = history.decibels(isMasked: isMasked)
    let (all, high) = Self.leastMaskedDecibels
    let rises =
      isMasked
      ? decibels.all >= all && decibels.high >= high : decibels.all >= Self.leastRiseDecibels
    if rises { rise = Rise(onsetFrame: onsetFrame, isMasked: isMasked) }
  }

  /// A surprise that was put to the vote in vain has risen, too.
  @_noLocks private mutating func takeVote(
    _ detector: borrowing OnsetDetector, _ lastOnsetFrame: Int
  ) {
    guard let outvoted = detector.outvoted, outvoted.onsetFrame > votedFrame else { return }
    votedFrame = outvoted.onsetFrame
    guard history.isFull, outvoted.onsetFrame - lastOnsetFrame > sameFrames else { return }
    rise = Rise(
      onsetFrame: rise?.onsetFrame ?? outvoted.onsetFrame,
      isMasked: rise?.isMasked ?? isMasked(detector, lastOnsetFrame),
      marginDecibels: outvoted.marginDecibels)
  }

  /// An earlier stroke still sounds, and more is expected of it than of the room.
  @_noLocks private func isMasked(
    _ detector: borrowing OnsetDetector, _ lastOnsetFrame: Int
  ) -> Bool {
    guard detector.history.frameCount - lastOnsetFrame <= soundingFrames else { return false }
    let expected = detector.watch.expected
    return any(expected.power .> Self.maskingRatio * expected.restPower)
  }
}
