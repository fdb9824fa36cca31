// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// The sounds of a kit, found again in a recording of which only the taps are known.
///
/// A matched filter for each sound: recording and sound are held against each other without what linear prediction
/// foretells of the recording; the sound and the place count that explain most of it.
struct KitSounds: ~Copyable {
  /// A sound where it was heard.
  struct Match {
    let sound: Int
    /// Where it begins.
    let frame: Int
    /// Its gain against the kit's recording.
    let gain: Float
    /// How much of what is new there it explains, up to 1.
    let likeness: Float
    /// How much likelier it is what is new with it than without, as a natural logarithm.
    let evidence: Float
    /// The energy of what it explains.
    let explained: Float

    /// The same, where frames are counted from another one.
    func later(byFrames frames: Int) -> Match {
      Match(
        sound: sound, frame: frame + frames, gain: gain, likeness: likeness, evidence: evidence,
        explained: explained)
    }
  }

  /// A sound begins where it first comes within 50 dB of its peak: a soft one rises slowly.
  static let beginningShare: Float = 0.003
  /// What of a sound is looked for, and what of it is played in all, in seconds.
  private static let attackSeconds = 0.03
  private static let playedSeconds = 0.2
  /// The tap's own attack, in seconds.
  private static let tapSeconds = 0.0015
  /// What begins less before the next drum is not distinguished from the tap, in seconds.
  private static let leastSeconds = 0.002
  /// So many drums may replace each other.
  private static let mostReplaced = 4
  /// How sure it is at least that a drum was replaced: natural logarithm of how much likelier what is new is with it.
  /// Cut-off soft drums are found in the ringing of taps too: there it was up to 96, of drums that were replaced 173 and
  /// more.
  private static let replacedEvidence: Float = 120
  /// And how much of what is new it explains.
  private static let replacedLikeness: Float = 0.4
  /// Rivals are the same sounds at these speeds: other drums, made alike.
  private static let rivalSpeeds = [0.84, 1.19]
  /// The kit was heard where it explains so much more than its rivals, as a ratio of energies. Where none of its drums was
  /// heard, the ratio is about 1.
  private static let leastLead: Float = 2
  /// A sound surely begins where it was found if it explains so much more than any that begins within
  /// this time of another place, in seconds.
  private static let leastLateLead: Float = 3
  private static let placeSeconds = 0.0001
  /// How sure it is that a sound began there and was cut off, as ``replacedEvidence``: above, it did;
  /// below, it did not. In takes of 30 taps that of late drums was at most 52 (once 104), of 90 in 100
  /// replaced ones at least 15.
  private static let cutEvidence: ClosedRange<Float> = 15...55
  private static let order = 32
  private static let whiteShare = 1e-2

  /// Each sound from its beginning on, mono.
  let sounds: [[Float]]
  private let spectra: [Spectrum]
  private let rivalSpectra: [Spectrum]
  private let transform: RealTransform
  private let attackFrames: Int
  private let tapFrames: Int
  private let longestFrames: Int
  private let leastFrames: Int
  private let placeFrames: Int

  /// The sounds of `kit`, which are looked for up to `longestSeconds` after a tap.
  init(_ kit: Kit, longestSeconds: Double) {
    func frames(_ seconds: Double) -> Int { Int((seconds * Double(kit.sampleRateHz)).rounded()) }
    let (attack, played) = (frames(Self.attackSeconds), frames(Self.playedSeconds))
    let sounds = kit.pads.flatMap(\.layers).flatMap(\.variations).map { variation in
      let mono = kit.memory.frames(of: variation.sound).prefix(2 * played).map { $0.x + $0.y }
      let threshold = Self.beginningShare * mono.prefix(attack).reduce(0) { max($0, abs($1)) }
      let first = mono.firstIndex { abs($0) >= threshold && $0 != 0 } ?? 0
      return Array(mono[first...].prefix(played))
    }.filter { !$0.isEmpty }
    self.sounds = sounds
    longestFrames = frames(longestSeconds)
    attackFrames = attack
    tapFrames = frames(Self.tapSeconds)
    leastFrames = frames(Self.leastSeconds)
    placeFrames = max(1, frames(Self.placeSeconds))
    let transform = RealTransform(size: RealTransform.size(holding: longestFrames + 2 * attack))
    spectra = sounds.map { transform.spectrum(of: $0.prefix(attack)) }
    rivalSpectra = Self.rivalSpeeds.flatMap { speed in
      sounds.map { transform.spectrum(of: Self.played($0, speed: speed, count: attack)) }
    }
    self.transform = transform
  }

  /// What is heard where a drum was expected.
  enum HeardInTime {
    /// A drum, which another one replaced.
    case drum(atFrame: Int)
    /// No drum.
    case nothing
    /// It may be a drum.
    case unclear
  }

  /// The sounds that may answer a tap.
  struct Answers {
    /// The first one first.
    let matches: [Match]
    /// The kit explains more by far than other drums do: one of its drums was heard. Otherwise something like it was, a
    /// soft drum without highs perhaps, which is much the same at another speed.
    let isOfKit: Bool

    static var none: Answers { Answers(matches: [], isOfKit: false) }
  }

  /// The sounds that answer the tap at `tap`; none if the recording ends before them, and where the tap is itself a
  /// drum of the kit.
  ///
  /// A drum may replace the one that began an answer, and outlast it. So before the sound that explains most, what is
  /// cut off there is looked for again, and so on.
  func answers(in samples: [Float], tap: Int) -> Answers {
    let end = tap + longestFrames + attackFrames
    guard end <= samples.count else { return .none }
    let prediction = prediction(of: samples, tap: tap)
    let first = tap + tapFrames
    let new = prediction.residual(of: samples, in: first..<end).map(Float.init)
    let attacks = attacks(spectra, prediction)
    let rivals = self.attacks(rivalSpectra, prediction)
    let lags = 0..<longestFrames - tapFrames
    var matches = [likeliest(of: attacks, in: new, lags: lags)]
    guard matches[0].explained > 0 else { return .none }
    let isOfKit = isAhead(matches[0], of: rivals, in: new, lags: lags)
    let about = prediction.residual(of: samples, in: max(0, tap - tapFrames)..<end).map(Float.init)
    let own = likeliest(of: attacks, in: about, lags: 0..<2 * tapFrames)
    if own.explained > matches[0].explained,
      isAhead(own, of: rivals, in: about, lags: 0..<2 * tapFrames)
    {
      return .none
    }
    while isOfKit && matches.count <= Self.mostReplaced {
      let earlier = likeliest(
        of: attacks, in: new, lags: 0..<max(0, matches[0].frame - leastFrames),
        before: matches[0].frame)
      guard earlier.evidence >= Self.replacedEvidence,
        earlier.likeness >= Self.replacedLikeness
      else { break }
      matches.insert(earlier, at: 0)
    }
    return Answers(matches: matches.map { $0.later(byFrames: first) }, isOfKit: isOfKit)
  }

  /// What is heard about `place`, where a drum was expected, before the one that was found later.
  func heard(
    about place: Int, before found: Match, in samples: [Float], tap: Int
  ) -> HeardInTime {
    let first = tap + tapFrames
    let lag = place - first
    let end = tap + longestFrames + attackFrames
    guard end <= samples.count, lag >= placeFrames, found.frame - place >= leastFrames,
      lag + placeFrames < longestFrames - tapFrames
    else { return .unclear }
    let prediction = prediction(of: samples, tap: tap)
    let new = prediction.residual(of: samples, in: first..<end).map(Float.init)
    let attacks = attacks(spectra, prediction)
    let lags = lag - placeFrames..<lag + placeFrames + 1
    let cut = likeliest(of: attacks, in: new, lags: lags, before: found.frame - first)
    if cut.evidence >= Self.cutEvidence.upperBound { return .drum(atFrame: first + cut.frame) }
    if cut.evidence > Self.cutEvidence.lowerBound { return .unclear }
    let whole = likeliest(of: attacks, in: new, lags: lags)
    return found.explained >= Self.leastLateLead * whole.explained ? .nothing : .unclear
  }

  private func prediction(of samples: [Float], tap: Int) -> LinearPrediction {
    LinearPrediction(
      of: samples[tap..<tap + longestFrames + attackFrames], order: Self.order,
      whiteShare: Self.whiteShare)
  }

  private func attacks(_ spectra: [Spectrum], _ prediction: LinearPrediction) -> [Attack] {
    let whitening = transform.spectrum(of: [1] + prediction.coefficients.map { -Float($0) })
    return spectra.map { Attack($0, whitening, transform, attackFrames) }
  }

  /// The sound explains so much more than any of its rivals that it was heard.
  private func isAhead(
    _ match: Match, of rivals: [Attack], in new: [Float], lags: Range<Int>
  ) -> Bool {
    let rival = likeliest(of: rivals, in: new, lags: lags)
    return match.explained > 0 && match.explained >= Self.leastLead * rival.explained
  }

  /// The first `count` frames of `sound` at another speed.
  private static func played(_ sound: [Float], speed: Double, count: Int) -> [Float] {
    (0..<count).map { frame in
      let place = speed * Double(frame)
      let whole = Int(place)
      guard whole + 1 < sound.count else { return 0 }
      let part = Float(place - Double(whole))
      return sound[whole] * (1 - part) + sound[whole + 1] * part
    }
  }

  /// The sound that explains most of `new`, and at which of the frames `lags` it begins; with `end`, the likeliest that
  /// was cut off there.
  private func likeliest(
    of attacks: [Attack], in new: [Float], lags: Range<Int>, before end: Int? = nil
  ) -> Match {
    let heard = transform.spectrum(of: new.prefix(end ?? new.count))
    var best = Match(sound: 0, frame: 0, gain: 0, likeness: 0, evidence: 0, explained: 0)
    guard !lags.isEmpty else { return best }
    var powers: [Float] = [1e-20]
    for sample in new { powers.append(powers[powers.count - 1] + sample * sample) }
    var most: Float = 0
    for (sound, attack) in attacks.enumerated() {
      let products = transform.samples(of: heard.cross(attack.spectrum))
      for lag in lags {
        let count = min(attackFrames, (end ?? .max) - lag)
        let explained = products[lag] * products[lag] / attack.energies[count]
        guard end != nil || explained > most else { continue }
        let share = explained / (powers[lag + count] - powers[lag] + 1e-20)
        let evidence = -Float(count) / 2 * log(max(1e-6, 1 - share))
        let worth = end == nil ? explained : evidence
        guard worth > most else { continue }
        most = worth
        best = Match(
          sound: sound, frame: lag, gain: abs(products[lag]) / attack.energies[count],
          likeness: share.squareRoot(), evidence: evidence, explained: explained)
      }
    }
    return best
  }

  /// The beginning of a sound, without what linear prediction foretells.
  private struct Attack {
    let spectrum: Spectrum
    /// The energy of so many first frames.
    private(set) var energies: [Float] = [1e-20]

    init(
      _ sound: Spectrum, _ whitening: Spectrum, _ transform: borrowing RealTransform, _ count: Int
    ) {
      spectrum = sound.times(whitening)
      let samples = transform.samples(of: spectrum)
      for frame in 0..<count {
        energies.append(energies[frame] + samples[frame] * samples[frame])
      }
    }
  }
}
