// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Taps and their drums in a recording made elsewhere, such as with a phone.
///
/// It finds the drums among the sounds of a kit, and then measures as if their times of playing
/// were known (``PlayedTaps``). Unknown drums begin where something new rises out of the tap
/// (``AnswerOnset``). Delays unlike all others are left out and counted.
public struct RecordedTaps {
  /// The shortest time between taps, in seconds: sounds in between are the drum.
  private static let apartSeconds = 0.2
  /// The time from playing a drum to hearing it, and how far the first sound may be before that, in
  /// seconds.
  private static let waySeconds = 0.010
  private static let earlySeconds = 0.002
  /// Delays within this are the same, in seconds.
  private static let sameSeconds = 0.001
  /// A drum that surely begins so near the usual time, in seconds, is as late as it was heard.
  private static let nearSeconds = 0.00045
  /// A count with this share of the largest is nearly as many.
  private static let nearlyAsMany = 0.7
  /// A count with this share of the largest is many.
  private static let many = 0.3
  /// A replaced drum surely belongs to the kit if it explains this much of the sound.
  private static let sureLikeness: Float = 0.7
  /// A replaced drum fades out within this time, in seconds.
  private static let fadeSeconds = 0.004
  /// An answer this much like the taps is their echo.
  private static let echoLikeness = 0.6

  private let samples: [Float]
  private let sampleRateHz: Int
  private let rateHz: Double
  private let kit: Kit
  private let strike: AttackOnset

  /// The recording: mono samples, nominally -1...1; and the kit that may have answered, at the same
  /// rate.
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
    // Sooner than any drum can be heard, only the taps themselves answer.
    if !result.delaysMilliseconds.isEmpty,
      LatencyReport.median(result.delaysMilliseconds) < 1000 * AnswerOnset.searchSeconds.lowerBound
    {
      result.refuse(.echo, .noDrum)
    }
    return result
  }

  /// The answers by sounds of the kit; nil if other drums answered.
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
    var found: [Int: (sign: Int, answer: PossibleAnswer)] = [:]
    guard let likeliest = likeliest(of: answers) else { return .ambiguous(tapCount: onsets.count) }
    for (answer, sign) in zip(likeliest, signs) {
      guard let answer, answer.startFrame >= way else {
        refusals.append(.noDrum)
        continue
      }
      switch answer.tap {
      case .success(let tap):
        play(answer, of: sounds, in: &drums, earlierBy: way)
        played.append(PlayedTaps.Answer(tapFrame: tap, startFrame: answer.startFrame - way))
        found[tap] = (sign, answer)
      case .failure(let refused): refusals.append(refused.refusal)
      }
    }
    var result = PlayedTaps(
      microphone: samples, drums: drums, earliestFrames: way - Int(Self.earlySeconds * rateHz),
      sampleRateHz: sampleRateHz, beginningShare: KitSounds.beginningShare, areTapsExact: true
    ).measured(played).result
    result.refuseDisagreeing()
    result.leaveOutStrays { tap, usualMilliseconds in
      guard let (sign, answer) = found[tap] else { return .misheard }
      let place = tap + Int((0.001 * usualMilliseconds * rateHz).rounded())
      let later = Double(answer.startFrame - place) / rateHz
      if answer.isSureAlone, abs(later) <= Self.nearSeconds {
        return .inTime(1000 * Double(answer.startFrame - tap) / rateHz)
      }
      switch sounds.heard(about: place, before: answer.sounds[0], in: samples, tap: sign) {
      case .drum(let frame): return .inTime(1000 * Double(frame - tap) / rateHz)
      case .nothing: return answer.isSureAlone ? .late : .misheard
      case .unclear: return .misheard
      }
    }
    result.refuse(soonerDoubt(result), .unlikeOthers)
    result.refusals += refusals
    return result
  }

  /// The doubt that the drums that were found replaced others: something new rises clearly sooner,
  /// always after the same time.
  private func soonerDoubt(_ result: TapResult) -> TapResult.Doubt? {
    let onset = AnswerOnset(sampleRateHz: rateHz)
    guard !result.delaysMilliseconds.isEmpty else { return nil }
    let latest =
      LatencyReport.median(result.delaysMilliseconds) - 1000 * Self.sameSeconds
    let sooner = result.tapFrames.compactMap { tap -> Double? in
      guard case .success(let frames) = onset.delayFrames(in: samples, tap: tap) else { return nil }
      return 1000 * frames / rateHz
    }.filter { $0 < latest }
    return TapResult.agrees(sooner, ofTaps: result.tapFrames.count) ? .firstDrumUnclear : nil
  }

  /// A tap and the kit's sounds that may answer it, one replacing the other.
  private struct PossibleAnswer {
    let tap: Result<Int, RefusedTap>
    let sounds: [KitSounds.Match]
    /// A drum of the kit was heard, judged by this tap alone.
    let isOfKit: Bool

    var startFrame: Int { sounds[0].frame }
    /// The last sound is sure, because nothing cut it off.
    var isSure: Bool {
      isOfKit && (sounds.count == 1 || sounds[0].likeness >= RecordedTaps.sureLikeness)
    }
    /// The first sound is sure, whatever the delays of other taps are.
    var isSureAlone: Bool { isOfKit && sounds[0].likeness >= RecordedTaps.sureLikeness }
    /// From the tap to the first sound, in frames; nil if the tap is not clear.
    var delayFrames: Int? { (try? tap.get()).map { startFrame - $0 } }
  }

  /// For each tap, the possible answer with the usual delay, else the first sure one. The usual
  /// delay is the shortest that nearly as many taps surely have as any other, because drums are
  /// replaced after various times. Nil if many taps may have been answered sooner.
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

  /// Adds an answer to the drums; a replaced one fades out.
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

  /// The answers by what rises out of the ringing tap. Once the delay is known, it looks there for
  /// drums that drown.
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

  /// The delay from a tap to the drum that rises out of it; near the `usual` delay in frames if
  /// that is known.
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

  /// The result for taps with unknown drums.
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

  /// The onsets in `frames` that begin a tap. Sounds within 0.2 s after it are its drum, or a
  /// released key.
  public static func apart(_ frames: [Int], sampleRateHz: Int) -> [Int] {
    frames.reduce(into: []) { taps, frame in
      if taps.last.map({ frame - $0 < Int(apartSeconds * Double(sampleRateHz)) }) != true {
        taps.append(frame)
      }
    }
  }

  /// The approximate beginning of each tap.
  private func roughOnsets() -> [Int] {
    // A tap rises far; a drum that rings and beats does not.
    var settings = DetectorSettings()
    settings.riseDecibels = 16
    var detector = OnsetDetector(settings: settings, sampleRateHz: Float(sampleRateHz))
    let onsets = samples.enumerated().compactMap { frame, sample in
      detector.process(sample).map { frame - $0.ageFrames }
    }
    return Self.apart(onsets, sampleRateHz: sampleRateHz)
  }
}
