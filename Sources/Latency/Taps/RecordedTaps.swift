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
  /// Delays are the same within it, in seconds.
  private static let sameSeconds = 0.001
  /// So large a part of the most taps are nearly as many.
  private static let nearlyAsMany = 0.7
  /// So large a part of them are many.
  private static let many = 0.3
  /// A drum that was replaced is surely one of the kit where it explains so much of what was heard of it.
  private static let sureLikeness: Float = 0.7
  /// A drum that another replaces fades out within this time, in seconds.
  private static let fadeSeconds = 0.004
  /// What answers most taps is their echo where it is so like them.
  private static let echoLikeness = 0.6

  private let samples: [Float]
  private let sampleRateHz: Int
  private let rateHz: Double
  private let kit: Kit
  private let strike: AttackOnset

  /// The recording: mono samples, nominally -1...1; and the kit that may have answered, at the same rate.
  public init(_ samples: [Float], kit: Kit) {
    self.samples = samples
    self.kit = kit
    sampleRateHz = kit.sampleRateHz
    rateHz = Double(kit.sampleRateHz)
    strike = AttackOnset(sampleRateHz: rateHz)
  }

  /// The delay of each tap that is found, to the first sample of its drum.
  public func measured() -> TapResult {
    let onsets = roughOnsets()
    var result = answersOfKit(to: onsets) ?? answers(to: onsets)
    // Sooner than any drum can be heard only the taps themselves answer.
    if !result.delaysMilliseconds.isEmpty,
      LatencyReport.median(result.delaysMilliseconds) < 1000 * AnswerOnset.searchSeconds.lowerBound
    {
      result.refuse(.echo, .noDrum)
    }
    return result
  }

  /// By the sounds of the kit, found again; nil if others answered.
  private func answersOfKit(to onsets: [Int]) -> TapResult? {
    let sounds = KitSounds(kit, longestSeconds: AnswerOnset.searchSeconds.upperBound)
    let signs = onsets.map { strike.firstSign(in: samples, near: $0)?.frame ?? $0 }
    let heard = signs.map { sounds.answers(in: samples, tap: $0) }
    guard heard.count(where: \.isOfKit) >= UsualDelay.leastCount else { return nil }
    let answers = zip(onsets, heard).map { onset, heard in
      heard.matches.indices.map { first in
        PossibleAnswer(
          tap: strike.clearFrame(in: samples, near: onset, before: heard.matches[first].frame),
          sounds: Array(heard.matches[first...]), isOfKit: heard.isOfKit)
      }
    }
    let way = Int(Self.waySeconds * rateHz)
    var drums = [Float](repeating: 0, count: samples.count)
    var played: [PlayedTaps.Answer] = []
    var refusals: [TapResult.Refusal] = []
    guard let likeliest = likeliest(of: answers) else { return .ambiguous(tapCount: onsets.count) }
    for answer in likeliest {
      guard let answer, answer.startFrame >= way else {
        refusals.append(.noDrum)
        continue
      }
      switch answer.tap {
      case .success(let tap):
        play(answer, of: sounds, in: &drums, earlierBy: way)
        played.append(PlayedTaps.Answer(tapFrame: tap, startFrame: answer.startFrame - way))
      case .failure(let refused): refusals.append(refused.refusal)
      }
    }
    var result = PlayedTaps(
      microphone: samples, drums: drums, earliestFrames: way - Int(Self.earlySeconds * rateHz),
      sampleRateHz: sampleRateHz, beginningShare: KitSounds.beginningShare, areTapsExact: true
    ).measured(played).result
    result.refuseDisagreeing()
    result.leaveOutStrays()
    result.refusals += refusals
    return result
  }

  /// A tap, and the sounds of the kit that may answer it, one replacing the other.
  private struct PossibleAnswer {
    let tap: Result<Int, RefusedTap>
    let sounds: [KitSounds.Match]
    /// A drum of the kit was heard, by this tap alone.
    let isOfKit: Bool

    var startFrame: Int { sounds[0].frame }
    /// The last sound of the kit is sure, since nothing cut it off.
    var isSure: Bool {
      isOfKit && (sounds.count == 1 || sounds[0].likeness >= RecordedTaps.sureLikeness)
    }
    /// From the tap to the first sound, in frames; nil if the tap is not clear.
    var delayFrames: Int? { (try? tap.get()).map { startFrame - $0 } }
  }

  /// Of what may answer each tap, that which comes after the usual delay; else the first that is sure. The usual delay is
  /// the shortest that nearly as many taps surely have as any other: a drum is replaced after times of its own. Nil if
  /// many taps may have been answered sooner, which is not sure.
  private func likeliest(of answers: [[PossibleAnswer]]) -> [PossibleAnswer?]? {
    let width = Int(Self.sameSeconds * rateHz)
    func counts(_ isCounted: (PossibleAnswer) -> Bool) -> [(delay: Int, taps: Int)] {
      let delays = answers.map { $0.filter(isCounted).compactMap(\.delayFrames) }
      return Set(delays.joined()).sorted().map { delay in
        (delay: delay, taps: delays.count { $0.contains { delay...delay + width ~= $0 } })
      }
    }
    let sure = counts(\.isSure)
    let most = sure.reduce(0) { max($0, $1.taps) }
    let usual = sure.first { Double($0.taps) >= Self.nearlyAsMany * Double(most) }?.delay ?? 0
    let sooner = counts(\.isOfKit).filter { $0.delay < usual - width }
    guard sooner.allSatisfy({ Double($0.taps) < Self.many * Double(most) }) else { return nil }
    return answers.map { answers in
      answers.first { $0.delayFrames.map { usual...usual + width ~= $0 } ?? false }
        ?? answers.first(where: \.isSure)
    }
  }

  /// Adds an answer to the drums; what is replaced fades out.
  private func play(
    _ answer: PossibleAnswer, of sounds: borrowing KitSounds, in drums: inout [Float],
    earlierBy way: Int
  ) {
    let fade = Float(Self.fadeSeconds * rateHz)
    for (place, match) in answer.sounds.enumerated() {
      let start = match.frame - way
      let next = answer.sounds.dropFirst(place + 1).first?.frame ?? samples.count + way
      for (offset, sample) in sounds.sounds[match.sound].prefix(drums.count - start).enumerated() {
        let passed = Float(match.frame + offset - next) / fade
        guard passed < 1 else { break }
        drums[start + offset] += match.gain * min(1, 1 - passed) * sample
      }
    }
  }

  /// By where something new rises out of the ringing tap. Once it is known when drums begin, those that drown are looked
  /// for there.
  private func answers(to onsets: [Int]) -> TapResult {
    let taps = onsets.map { strike.firstSign(in: samples, near: $0) }
    let onset = AnswerOnset(sampleRateHz: rateHz)
    let clipping = Clipping(samples)
    let delays = taps.map { delay(of: $0, onset, clipping) }
    var result = result(of: taps, delays)
    result.refuseScattered()
    guard result.doubt == nil, !result.delaysMilliseconds.isEmpty else { return result }
    let found = zip(taps, delays).compactMap { tap, delay in
      tap.flatMap { tap in (try? delay.get()).map { (tap: tap.frame, frames: $0) } }
    }
    let echoes = found.map {
      onset.likenessToTap(in: samples, tap: $0.tap, delayFrames: Int($0.frames))
    }
    let usual = LatencyReport.median(found.map(\.frames))
    result = self.result(
      of: taps,
      zip(taps, delays).map { tap, first in
        let isDrowned = (try? first.get()) == nil
        return isDrowned ? delay(of: tap, onset, clipping, near: usual) : first
      })
    result.leaveOutStrays()
    if LatencyReport.median(echoes) >= Self.echoLikeness { result.refuse(.echo, .noDrum) }
    return result
  }

  /// From a tap to the drum that rises out of it; where that is known, near the `usual` delay in frames.
  private func delay(
    of tap: (frame: Int, isClear: Bool)?, _ onset: AnswerOnset, _ clipping: Clipping,
    near usual: Double? = nil
  ) -> Result<Double, RefusedTap> {
    guard let tap else { return .failure(RefusedTap(refusal: .cutOff)) }
    guard tap.isClear else { return .failure(RefusedTap(refusal: .tapUnclear)) }
    let heard = Int(AnswerOnset.searchSeconds.upperBound * rateHz)
    guard !clipping.isClipped(tap.frame..<min(samples.count, tap.frame + heard)) else {
      return .failure(RefusedTap(refusal: .clipped))
    }
    return onset.delayFrames(in: samples, tap: tap.frame, near: usual)
  }

  /// What came of taps with their delays; the drums are not known.
  private func result(
    of taps: [(frame: Int, isClear: Bool)?], _ delays: [Result<Double, RefusedTap>]
  ) -> TapResult {
    var result = TapResult()
    result.areDrumsKnown = false
    for (tap, delay) in zip(taps, delays) {
      result.add(delay, tapFrame: tap?.frame ?? 0, sampleRateHz: rateHz)
    }
    return result
  }

  /// Those of the onsets in `frames` that begin a tap: what sounds within 0.2 s of it is its drum, or a key let go.
  public static func apart(_ frames: [Int], sampleRateHz: Int) -> [Int] {
    frames.reduce(into: []) { taps, frame in
      if taps.last.map({ frame - $0 < Int(apartSeconds * Double(sampleRateHz)) }) != true {
        taps.append(frame)
      }
    }
  }

  /// About where each tap begins.
  private func roughOnsets() -> [Int] {
    var detector = OnsetDetector(sampleRateHz: Float(sampleRateHz))
    let onsets = samples.enumerated().compactMap { frame, sample in
      detector.process(sample).map { frame - $0.ageFrames }
    }
    return Self.apart(onsets, sampleRateHz: sampleRateHz)
  }
}
