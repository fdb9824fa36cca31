// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Taps and the drums that answer them, in a recording that was made elsewhere: a phone's, laid beside.
///
/// The drums are found again among the sounds of a kit, and then measured as if it were known when they were played
/// (``PlayedTaps``). Where other drums answered, each begins where something new rises out of its tap (``AnswerOnset``).
/// Delays that are unlike all others are left out, and counted.
public struct RecordedTaps {
  /// A tap comes at least this long after the one before, in seconds: what sounds in between is its drum.
  private static let apartSeconds = 0.2
  /// From a drum's being played to its first being heard, and how far the first may lie before, in seconds.
  private static let waySeconds = 0.010
  private static let earlySeconds = 0.002
  /// A touch and its strike begin at least so far apart, in seconds.
  private static let restSeconds = 0.003
  /// The kit is the one that was played where it explains half of the drums so well.
  private static let leastLikeness: Float = 0.35

  private let samples: [Float]
  private let sampleRateHz: Int
  private let rateHz: Double
  private let kit: Kit
  private let strike: StrikeOnset

  /// The recording: mono samples, nominally -1...1; and the kit that may have answered, at the same rate.
  public init(_ samples: [Float], kit: Kit) {
    self.samples = samples
    self.kit = kit
    sampleRateHz = kit.sampleRateHz
    rateHz = Double(kit.sampleRateHz)
    strike = StrikeOnset(sampleRateHz: rateHz)
  }

  /// The delay of each tap that is found, to the first sample of its drum.
  public func measured() -> TapResult {
    let onsets = roughOnsets()
    return answersOfKit(to: onsets) ?? answers(to: onsets)
  }

  /// By the sounds of the kit, found again; nil where others answered.
  private func answersOfKit(to onsets: [Int]) -> TapResult? {
    let sounds = KitSounds(kit, longestSeconds: AnswerOnset.searchSeconds.upperBound)
    let signs = onsets.map { strike.clearFirstSign(in: samples, near: $0) }
    let matches = zip(onsets, signs).map { onset, sign in
      sounds.answer(in: samples, tap: (try? sign.get()) ?? onset)
    }
    let likenesses = matches.compactMap { $0?.likeness }.sorted()
    guard !likenesses.isEmpty, likenesses[likenesses.count / 2] >= Self.leastLikeness else {
      return nil
    }
    let way = Int(Self.waySeconds * rateHz)
    var drums = [Float](repeating: 0, count: samples.count)
    var answers: [PlayedTaps.Answer] = []
    var refusals: [TapResult.Refusal] = []
    for (index, match) in matches.enumerated() {
      guard let match, match.frame >= way else {
        refusals.append(.noDrum)
        continue
      }
      let tap: Int
      switch beginning(signs[index], near: onsets[index], before: match.frame) {
      case .success(let frame): tap = frame
      case .failure(let refused):
        refusals.append(refused.refusal)
        continue
      }
      let start = match.frame - way
      for (offset, sample) in sounds.sounds[match.sound].prefix(drums.count - start).enumerated() {
        drums[start + offset] = match.gain * sample
      }
      answers.append(PlayedTaps.Answer(tapFrame: tap, startFrame: start))
    }
    var result = PlayedTaps(
      microphone: samples, drums: drums, earliestFrames: way - Int(Self.earlySeconds * rateHz),
      sampleRateHz: sampleRateHz, beginningShare: KitSounds.beginningShare, areTapsExact: true
    ).measured(answers).result
    result.refuseDisagreeing()
    result.leaveOutStrays()
    result.refusals += refusals
    return result
  }

  /// By where something new rises out of the ringing tap.
  private func answers(to onsets: [Int]) -> TapResult {
    var result = TapResult()
    result.areDrumsKnown = false
    let clipping = Clipping(samples)
    for onset in onsets {
      let tap: Int
      switch strike.clearFirstSign(in: samples, near: onset) {
      case .success(let frame): tap = frame
      case .failure(let refused):
        result.refusals.append(refused.refusal)
        continue
      }
      let heard = tap..<min(samples.count, tap + Int(AnswerOnset.searchSeconds.upperBound * rateHz))
      let delay =
        clipping.isClipped(heard)
        ? .failure(RefusedTap(refusal: .clipped))
        : AnswerOnset(sampleRateHz: rateHz).delayFrames(in: samples, tap: tap)
      result.note(delay, tapFrame: tap, sampleRateHz: rateHz)
    }
    result.leaveOutStrays()
    result.refuseScattered()
    return result
  }

  /// Where the tap begins that its drum at `drum` answers: with its first sign, unless that was the touch of a finger.
  private func beginning(
    _ firstSign: Result<Int, RefusedTap>, near rough: Int, before drum: Int
  ) -> Result<Int, RefusedTap> {
    let later = strike.clearFrame(in: samples, near: rough, before: drum)
    guard case .success(let frame) = later, let first = try? firstSign.get(),
      frame - first >= Int(Self.restSeconds * rateHz)
    else { return firstSign }
    return later
  }

  /// About where each tap begins.
  private func roughOnsets() -> [Int] {
    var detector = OnsetDetector(sampleRateHz: Float(sampleRateHz))
    var onsets: [Int] = []
    for (frame, sample) in samples.enumerated() {
      guard let onset = detector.process(sample) else { continue }
      let start = frame - onset.ageFrames
      let isAnswer = onsets.last.map { start - $0 < Int(Self.apartSeconds * rateHz) }
      if isAnswer != true { onsets.append(start) }
    }
    return onsets
  }
}
