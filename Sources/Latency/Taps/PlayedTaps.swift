// SPDX-License-Identifier: GPL-3.0-or-later

/// Taps and their drums as the microphone heard them, and the drums as they were played: frame n of
/// the one answers frame n of the other.
public struct PlayedTaps {
  /// A tap as the instrument answered it.
  public struct Answer: Sendable {
    /// The approximate beginning of the tap in the microphone's signal.
    public let tapFrame: Int
    /// The beginning of its drum in the output; nil if there was none.
    public let startFrame: Int?
    /// How many frames later than usual the drum began, see ``AnswerSpread``.
    public let laterFrames: Int

    /// An answer.
    public init(tapFrame: Int, startFrame: Int?, laterFrames: Int = 0) {
      self.tapFrame = tapFrame
      self.startFrame = startFrame
      self.laterFrames = laterFrames
    }
  }

  /// A drum below this likeness to the expected sound is drowned by its tap. If most drums are
  /// clear, the same delay is evidence too: then less likeness will do.
  private static let leastLikeness = (anywhere: 0.4, inTime: 0.2)
  private static let inTimeFrames = 1.0
  /// The longest time from the beginning to the peak, in seconds.
  private static let peakSeconds = 0.03
  private static let leastAmplitude: Float = 1e-5
  /// The ratio of a strike to the touch before it: 10 dB.
  private static let strikeOverTouch: Float = 3.16
  /// How long before its onset a tap may have been audible, in seconds.
  private static let touchSeconds = 0.003

  private let microphone: [Float]
  private let drums: [Float]
  private let earliestFrames: Int
  private let rateHz: Double
  private let beginningShare: Float
  private let areTapsExact: Bool

  /// Both signals, mono; no drum returns before `earliestFrames` after it was played.
  ///
  /// - Parameters:
  ///   - beginningShare: A drum begins where it reaches this share of its peak: by default 20 dB
  ///     below, as in ``Kit/medianOnsetFrames``.
  ///   - areTapsExact: The frames of the taps are those of their attacks; otherwise the attacks are
  ///     searched.
  public init(
    microphone: [Float], drums: [Float], earliestFrames: Int, sampleRateHz: Int,
    beginningShare: Float = 0.1, areTapsExact: Bool = false
  ) {
    self.microphone = microphone
    self.drums = drums
    self.earliestFrames = earliestFrames
    rateHz = Double(sampleRateHz)
    self.beginningShare = beginningShare
    self.areTapsExact = areTapsExact
  }

  /// The delay of each tap, and the median time from a drum's first sample until it is heard, in
  /// frames.
  public func measured(_ answers: [Answer]) -> (result: TapResult, kitOnsetFrames: Int) {
    var result = TapResult()
    var onsets: [Int] = []
    var following = FollowedSpread()
    let way = DrumEchoPath(
      microphone: microphone, drums: drums, starts: answers.compactMap(\.startFrame),
      earliestFrames: earliestFrames, sampleRateHz: rateHz)
    let clipping = Clipping(microphone)
    let heard = answers.map { answer in
      answer.startFrame.flatMap {
        way?.lateness(microphone: microphone, drums: drums, start: $0, sampleRateHz: rateHz)
      }
    }
    let clearCount = heard.count { ($0?.likeness ?? 0) >= Self.leastLikeness.anywhere }
    let areMostClear = 2 * clearCount > answers.count
    for (answer, late) in zip(answers, heard) {
      guard let start = answer.startFrame, let onset = onset(of: start), let way else {
        result.refusals.append(.noDrum)
        continue
      }
      guard let late else {
        result.refusals.append(.cutOff)
        continue
      }
      let arrival = Double(onset) + way.arrivalFrames + late.lateFrames
      guard let tap = tap(near: answer.tapFrame, arrivalFrame: Int(arrival), late) else {
        result.refusals.append(.cutOff)
        continue
      }
      let sounds = min(tap, Int(arrival))..<min(microphone.count, max(tap, Int(arrival)))
      let isClipped = clipping.isClipped(sounds)
      let isInTime = areMostClear && abs(late.lateFrames) <= Self.inTimeFrames
      let least = isInTime ? Self.leastLikeness.inTime : Self.leastLikeness.anywhere
      let refusal: TapResult.Refusal? =
        isClipped ? .clipped : late.likeness < least ? .drumTooQuiet : nil
      result.add(
        refusal.map { .failure(RefusedTap(refusal: $0)) }
          ?? .success(arrival - Double(tap + answer.laterFrames)),
        tapFrame: tap, sampleRateHz: rateHz)
      if refusal == nil {
        onsets.append(onset - start)
        following.add(lateFrames: late.lateFrames, laterFrames: answer.laterFrames)
      }
    }
    result.refuseFew()
    if !following.isOurs { result.refuse(.doesNotFollow, .noDrum) }
    return (result, onsets.isEmpty ? 0 : onsets.sorted()[onsets.count / 2])
  }

  /// The beginning of the tap first heard about `rough`: before its drum arrives, unless a much
  /// louder sound besides the drum follows. In that case the first sound was only the touch of a
  /// finger, and the strike came later.
  private func tap(near rough: Int, arrivalFrame: Int, _ drum: DrumEchoPath.Heard) -> Int? {
    guard !areTapsExact else { return rough }
    let strike = AttackOnset(sampleRateHz: rateHz)
    let place = max(0, arrivalFrame - drum.firstFrame)
    let start = max(0, min(rough, arrivalFrame) - Int(Self.touchSeconds * rateHz))
    let most = microphone[start..<arrivalFrame].reduce(0) { max($0, abs($1)) }
    let later = drum.rest.dropFirst(place).reduce(0) { max($0, abs($1)) }
    guard later > Self.strikeOverTouch * most else {
      return strike.frame(in: microphone, near: rough, before: arrivalFrame)
    }
    return strike.frame(
      in: Array(microphone[..<drum.firstFrame]) + drum.rest, near: arrivalFrame)
  }

  /// The frame at which the drum that begins at `start` is first heard.
  private func onset(of start: Int) -> Int? {
    let frames = start..<min(drums.count, start + Int(Self.peakSeconds * rateHz))
    guard !frames.isEmpty else { return nil }
    let peak = frames.reduce(0) { max($0, abs(drums[$1])) }
    guard peak > Self.leastAmplitude else { return nil }
    return frames.first { abs(drums[$0]) >= beginningShare * peak }
  }
}
